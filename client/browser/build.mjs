// Bundles src/ into the files that the server serves, or into the folder that is named: `npm run build`.
import { build } from "esbuild";

const out = process.argv[2] ?? "../../server/facedown_server/network/pages/web/browser";
const usual = {
  bundle: true,
  minify: true,
  charset: "utf8",
  target: "es2022",
  format: "iife",
  legalComments: "none",
  jsx: "automatic",
  jsxImportSource: "preact",
  logLevel: "warning",
};

await build({ ...usual, entryPoints: ["src/app.tsx"], outfile: `${out}/app.js` });
await build({ ...usual, entryPoints: ["src/other_pages.tsx"], outfile: `${out}/other_pages.js` });
await build({ ...usual, entryPoints: ["src/look.css"], outfile: `${out}/app.css` });
