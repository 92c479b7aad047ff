// To keep and to share: the report as it will look, and every file of the last check.
import { download, text } from "../api.js";
import { h, icon } from "../dom.js";
import { running } from "../jobs.js";
import { on, state } from "../store.js";

const FILES = [
  ["report.html", "Report", "one file that a colleague can open from a mail", () => true],
  ["chart.svg", "Chart", "the counterexample as a picture", (result) => result.chart],
  ["chart.mmd", "Mermaid", "the chart as text for Markdown pages", (result) => result.chart],
  ["chart.puml", "PlantUML", "the chart as text for PlantUML", (result) => result.chart],
  ["chart.json", "Chart data", "lanes, steps and states as JSON", (result) => result.chart],
  ["certificate.json", "Certificate", "what proves the answer, to be checked again", (result) => result.result?.verdict === "holds"],
  ["verdict.json", "Verdict", "the answer as JSON", () => true],
];

export function createReport() {
  const about = h("p", { class: "muted" });
  const list = h("ul", { class: "files" });
  const paper = h("article", { class: "paper", "aria-label": "Preview of the report" });
  const root = paper.attachShadow({ mode: "open" });
  const element = h("section", { class: "view wide", "aria-label": "Report" },
    h("div", { class: "head" }, h("div", {}, h("h1", {}, "Report"), about)), h("div", { class: "body reporting" }, list, paper));
  let shown = null;

  on("check:done view", () => state.view === "report" && show());

  function show() {
    const job = state.check;
    const found = job?.results ?? [];
    list.hidden = paper.hidden = !found.length;
    about.className = "muted";
    about.textContent = !found.length ? "Check the model first: what was found can be kept from here." : running(job) ? "The check still runs." : "A preview; the file itself also lets one step through the rounds.";
    if (!found.length) return;
    list.replaceChildren(...FILES.filter(([, , , has]) => found.some(has)).map(([name, words, what]) => h("li", {},
      h("button", { type: "button", "data-file": name, onclick: () => keep(name) }, icon("down"), words), h("span", { class: "muted" }, what))));
    if (shown !== job && !running(job)) preview(job);
  }

  function keep(name) {
    const stem = state.name.split("/").pop().replace(/\.\w+$/, "") || "model";
    download(`/api/jobs/${state.check.id}/files/${name}`, `${stem}-${name}`).catch((refusal) => {
      about.textContent = refusal.message;
      about.className = "bad";
    });
  }

  async function preview(job) {
    shown = job;
    try {
      const { rules, markup } = apart(await text(`/api/jobs/${job.id}/files/report.html`));
      const page = new DOMParser().parseFromString(markup, "text/html");
      for (const part of page.querySelectorAll("script, link, iframe, object, base, meta, title")) part.remove();
      root.adoptedStyleSheets = [sheet(rules)];
      root.replaceChildren(inside(page.body));
    } catch (refusal) {
      root.replaceChildren(h("p", {}, refusal.message));
    }
  }

  return { element, show, keys: () => false };
}

/** Styles and the rest. The page's policy refuses styles in markup even while it is only read, so they go first. */
function apart(html) {
  const rules = [];
  const markup = html.replace(/<style[^>]*>([^]*?)<\/style>/g, (_, css) => (rules.push(css), ""))
    .replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/\sstyle=/gi, " data-style="));
  return { rules: rules.join("\n"), markup };
}

/** The report's own style, for a part of a page. The colours are those of the page; what is said of the body is said of the part. */
function sheet(rules) {
  const own = new CSSStyleSheet();
  own.replaceSync(rules.replace(/:root[^{}]*\{[^{}]*\}/g, "").replace(/(^|[\s,}])(?:html|body)(?=[\s,{.:>])/g, "$1.page"));
  return own;
}

/** The body of the report, with the styles of its elements set one by one and nothing that could run. */
function inside(body) {
  const page = h("div", { class: `page ${body.className}` });
  page.append(...[...body.childNodes].map((node) => document.importNode(node, true)));
  for (const element of page.querySelectorAll("*")) {
    for (const { name } of [...element.attributes]) if (/^on/i.test(name)) element.removeAttribute(name);
    if (element.dataset.style) element.style.cssText = element.dataset.style;
  }
  return page;
}
