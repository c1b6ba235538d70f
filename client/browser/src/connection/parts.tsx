// Parts of this client that are loaded when they are needed. One that is gone belongs to another version of the
// server: the page is loaded again, and resumes its seat.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

const RETRY_MS = 2_000;
/** Attempts after which the page is loaded again although the server has its files: some browsers store a failure. */
const MAX_TRIES = 3;

/** The address of the script of this page: a server with another version does not have it. */
function scriptAddress(): string {
  return document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? "";
}

/** Whether the server has another version of this client; null while it cannot be reached. */
async function isReplaced(): Promise<boolean | null> {
  const answer = await fetch(scriptAddress(), { method: "HEAD", cache: "no-store" }).catch(() => null);
  return answer && (answer.ok ? false : answer.status === 404 || null);
}

/** Loads the page again if the server has another version of it. */
export async function reloadIfReplaced(): Promise<void> {
  if (await isReplaced()) location.reload();
}

/** Loads a part; retries for as long as the server cannot be reached. */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let tries = 1; ; tries++) {
    try {
      return await load();
    } catch {
      const isGone = await isReplaced();
      if (isGone || (isGone === false && tries >= MAX_TRIES)) location.reload();
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  }
}

/** A component of a part: nothing until the part is there. */
export function partComponent<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null;
  return function Part(props: Props) {
    const [, setLoaded] = useState(!!loaded);
    useEffect(() => {
      if (!loaded) {
        void loadPart(load).then((component) => {
          loaded = component;
          setLoaded(true);
        });
      }
    }, []);
    const Component = loaded;
    return Component ? <Component {...props} /> : null;
  };
}
