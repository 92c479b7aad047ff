// Methods on this model side by side, and how the work grows with a constant.
import { count, grouped, h, options, picture, seconds, tabs } from "../dom.js";
import { running, start, stop } from "../jobs.js";
import { on, state } from "../store.js";

const SIGNS = { holds: ["✓", "holds", "good"], violated: ["✕", "violated", "bad"], unfit: ["–", "does not apply", "muted"], unknown: ["?", "no answer", "muted"] };
const MEASURES = [["seconds", "time"], ["states", "states"], ["rounds", "rounds"], ["assumption_states", "assumption"]];

export function createCompare() {
  let kind = "compare";
  const about = h("p", { class: "muted" });
  const methods = h("fieldset", { class: "methods", onchange: () => showRun() });
  const constant = h("select", { "aria-label": "Constant" });
  const from = h("input", { type: "number", value: 2, "aria-label": "From" });
  const to = h("input", { type: "number", value: 6, "aria-label": "To" });
  const limit = h("input", { type: "number", value: 30, min: 1, "aria-label": "Seconds for each" });
  const measure = h("select", { "aria-label": "What the table shows", onchange: () => answer() });
  options(measure, MEASURES, "seconds");
  const range = h("span", { class: "range" }, h("label", {}, "constant ", constant), h("label", {}, " = ", from), h("label", {}, " .. ", to));
  const shows = h("label", {}, "table of ", measure);
  const run = h("button", { type: "submit", class: "primary" }, "Run");
  const halt = h("button", { type: "button", onclick: () => stop("trial") }, "Stop");
  const form = h("form", { class: "bar compare", onsubmit: begin }, range, h("label", {}, "at most ", limit, " s each"), run, halt, h("span", { class: "space" }), shows);
  const row = tabs("Compare", [["compare", "Methods"], ["growth", "Growth over a constant"]], (key) => { kind = key; show(); });
  const rows = h("div", { class: "scroll plain" });
  const plot = h("div", { class: "scroll plain plot" });
  const words = h("p", { class: "muted" });
  const element = h("section", { class: "view wide", "aria-label": "Compare" },
    h("div", { class: "head" }, h("div", {}, h("h1", {}, "Compare"), about)), row.element, methods, form,
    h("div", { class: "body" }, h("div", { class: "compared" }, h("div", {}, rows, words), plot)));

  on("trial", () => state.view === "compare" && answer());
  on("view model system", () => state.view === "compare" && show());

  function show() {
    row.show(kind);
    about.textContent = `${state.system || state.name}: time, sizes and rounds, each method by itself.`;
    if (state.model) offer(state.model.methods ?? []);
    range.hidden = shows.hidden = kind !== "growth";
    options(constant, (state.model?.constants ?? []).map(({ name }) => [name, name]), constant.value);
    showRun();
    answer();
  }

  function showRun() {
    run.disabled = !state.model || !methods.querySelector("input:checked") || (kind === "growth" && !constant.value);
  }

  function offer(known) {
    const names = known.map((method) => method.name).join();
    if (methods.dataset.names === names) return;
    methods.dataset.names = names;
    const left = new Set([...methods.querySelectorAll("input:not(:checked)")].map((box) => box.value));
    methods.replaceChildren(h("legend", { class: "sr-only" }, "Methods"), ...known.map((method) => h("label", { title: method.summary ?? "" },
      h("input", { type: "checkbox", value: method.name, checked: !left.has(method.name) }), method.name)));
  }

  function begin(event) {
    event.preventDefault();
    const names = [...methods.querySelectorAll("input:checked")].map((box) => box.value);
    const growing = kind === "growth" ? { constant: constant.value, from: Number(from.value), to: Number(to.value) } : {};
    const runs = names.length * (kind === "growth" ? Math.max(1, growing.to - growing.from + 1) : 1);
    start("trial", { kind, methods: names, timeout: Number(limit.value) * runs, ...growing });
  }

  function answer() {
    const job = state.trial?.kind === kind ? state.trial : null;
    halt.disabled = !running(job);
    rows.replaceChildren(job?.rows.length ? (kind === "growth" ? grown(job.rows, constant.value, measure.value) : compared(job.rows)) : "");
    words.textContent = !job ? "Nothing measured yet." : running(job) ? `${count(job.rows.length, "run")} done …` : job.message || { stopped: "Stopped." }[job.state] || "";
    plot.replaceChildren(...[picture(job?.plot)].filter(Boolean));
  }

  return { element, show, keys: () => false };
}

/** A row for each method, with its time as a bar. */
function compared(rows) {
  const slowest = Math.max(0.001, ...rows.map((row) => row.seconds ?? 0));
  return h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "method"), h("th", { scope: "col" }, "answer"),
    MEASURES.map(([key, name]) => h("th", { scope: "col", class: key === "seconds" ? null : "number" }, name)))),
    h("tbody", {}, rows.map((row) => h("tr", {}, h("td", { class: "code" }, row.method), said(row),
      MEASURES.map(([key]) => (key === "seconds" ? timed(row, slowest) : h("td", { class: "number" }, shown(row, key))))))));
}

/** A row for each value of the constant, a column for each method. */
function grown(rows, constant, key) {
  const names = [...new Set(rows.map((row) => row.method))];
  const values = [...new Set(rows.map((row) => row.value))];
  const cell = (value, name) => {
    const row = rows.find((one) => one.value === value && one.method === name);
    const [sign, words, tone] = SIGNS[row?.outcome] ?? SIGNS.unfit;
    return h("td", { class: "number", title: row ? `${words}: ${MEASURES.map(([one, called]) => `${called} ${shown(row, one)}`).join(", ")}` : "not asked" }, row ? [h("span", { class: tone }, `${sign} `), shown(row, key)] : "");
  };
  return h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col", class: "number code" }, constant), names.map((name) => h("th", { scope: "col", class: "number code" }, name)))),
    h("tbody", {}, values.map((value) => h("tr", {}, h("th", { scope: "row", class: "number" }, value), names.map((name) => cell(value, name))))));
}

function said(row) {
  const [sign, words, tone] = SIGNS[row.outcome] ?? SIGNS.unknown;
  return h("td", { class: tone }, `${sign} ${words}`, row.reason ? h("span", { class: "reason muted" }, row.reason) : null);
}

function timed(row, slowest) {
  const bar = h("i", {});
  bar.style.width = `${Math.max(2, Math.round((100 * (row.seconds ?? 0)) / slowest))}px`;
  return h("td", { class: "timed" }, bar, shown(row, "seconds"));
}

function shown(row, key) {
  if (row.outcome === "unfit") return "–";
  const value = row[key];
  return value === null || value === undefined ? "–" : key === "seconds" ? seconds(value) : grouped(value);
}
