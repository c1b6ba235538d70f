// One store of objects in this browser (IndexedDB), for this server alone. Every method rejects where the browser
// stores nothing.

export class BrowserStore<Row> {
  private database: Promise<IDBDatabase> | null = null;

  /** `key`: the field that identifies a row. */
  constructor(private readonly databaseName: string, private readonly name: string, private readonly key: string) {}

  load(key: string): Promise<Row | undefined> {
    return this.run<Row | undefined>("readonly", (store) => store.get(key));
  }

  loadAll(): Promise<Row[]> {
    return this.run<Row[]>("readonly", (store) => store.getAll());
  }

  async save(row: Row): Promise<void> {
    await this.run("readwrite", (store) => store.put(row));
  }

  async delete(key: string): Promise<void> {
    await this.run("readwrite", (store) => store.delete(key));
  }

  private open(): Promise<IDBDatabase> {
    this.database ??= new Promise((done, fail) => {
      const opening = indexedDB.open(this.databaseName, 1);
      opening.onupgradeneeded = () => opening.result.createObjectStore(this.name, { keyPath: this.key });
      opening.onsuccess = () => done(opening.result);
      opening.onerror = () => fail(new Error("no storage"));
      opening.onblocked = opening.onerror;
    });
    return this.database;
  }

  private async run<Value>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<Value>): Promise<Value> {
    const store = (await this.open()).transaction(this.name, mode).objectStore(this.name);
    return new Promise((done, fail) => {
      const request = ask(store);
      request.onsuccess = () => done(request.result);
      request.onerror = () => fail(new Error("no storage"));
    });
  }
}
