// Bundles src/ into the files that the server serves, or into the folder that is named: `npm run build`.
// Each is named by its content. files.json lists for each entry point what it loads at once.
import { build } from "esbuild";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { basename } from "node:path";

const out = process.argv[2] ?? "../../server/facedown_server/network/pages/web/browser";
await mkdir(out, { recursive: true });
for (const name of await readdir(out)) if (/-[0-9A-Z]{8}\.(js|css)$/.test(name)) await rm(`${out}/${name}`);

const { metafile } = await build({
  entryPoints: { app: "src/app.tsx", other_pages: "src/other_pages.tsx", look: "src/look.css" },
  outdir: out,
  entryNames: "[name]-[hash]",
  chunkNames: "part-[hash]",
  metafile: true,
  inject: ["src/common.ts"],
  bundle: true,
  loader: { ".lazy.css": "text" }, // a style that is loaded with its part
  splitting: true,
  minify: true,
  charset: "utf8",
  target: "es2022",
  format: "esm",
  legalComments: "none",
  jsx: "automatic",
  jsxImportSource: "preact",
  logLevel: "warning",
});

/** The files that are loaded with one: itself first, then all that it imports. */
function loadedFiles(path, found = []) {
  if (found.includes(basename(path))) return found;
  found.push(basename(path));
  for (const { path: next, kind } of metafile.outputs[path].imports) {
    if (kind === "import-statement") loadedFiles(next, found);
  }
  return found;
}

const entries = Object.entries(metafile.outputs).filter(([, { entryPoint }]) => /^src\/(app|other_pages|look)/.test(entryPoint));
const files = Object.fromEntries(entries.map(([path, { entryPoint }]) =>
  [basename(entryPoint).replace(/\..*/, ""), loadedFiles(path)]).sort());
await writeFile(`${out}/files.json`, `${JSON.stringify(files, null, 1)}\n`);
