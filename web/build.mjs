// Builds the page into the Python package: the same bytes from the same sources, wherever it is run.
import { build } from "esbuild";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, "../src/quidpro/studio/web");

/** The folder of the package that a bundled file belongs to, such as `node_modules/@lezer/common`. */
function packageOf(file) {
  return file.match(/^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0];
}

/** What the licences of the bundled packages ask to be shipped with them. */
function licences(inputs) {
  const folders = [...new Set(Object.keys(inputs).map(packageOf).filter(Boolean))].sort();
  const texts = folders.map((folder) => {
    const about = JSON.parse(readFileSync(join(here, folder, "package.json"), "utf8"));
    const file = readdirSync(join(here, folder)).find((name) => /^licen[sc]e/i.test(name));
    const text = file ? readFileSync(join(here, folder, file), "utf8").trim() : "";
    return `${about.name} ${about.version} (${about.license})\n\n${text}\n`;
  });
  return `bundle.js contains the packages below.\n\n${texts.join(`\n${"-".repeat(80)}\n\n`)}`;
}

mkdirSync(out, { recursive: true });
const result = await build({
  absWorkingDir: here,
  entryPoints: { bundle: "src/main.js", style: "src/style/index.css" },
  outdir: out,
  bundle: true,
  minify: true,
  charset: "utf8",
  format: "esm",
  target: ["es2022"],
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
});
for (const name of ["index.html", "icon.svg"]) copyFileSync(join(here, "src", name), join(out, name));
writeFileSync(join(out, "THIRD-PARTY-LICENSES.txt"), licences(result.metafile.inputs));
