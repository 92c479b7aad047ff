// The frame: tabs, selects, buttons, keys; what is open, and what is asked about it while one types.
import { Refused, get, post, put, takeToken } from "./api.js";
import * as cursor from "./cursor.js";
import { announce, count, h, icon, listed, options } from "./dom.js";
import { createEditor } from "./editor.js";
import { languageOf } from "./modes.js";
import { resume, running, start, stop } from "./jobs.js";
import { on, question, restore, set, state } from "./store.js";
import { createTheme } from "./theme.js";
import { createAsk } from "./views/ask.js";
import { createCheck } from "./views/check.js";
import { createCompare } from "./views/compare.js";
import { createHelp } from "./views/help.js";
import { createModel } from "./views/model.js";
import { createReport } from "./views/report.js";
import { createStep } from "./views/step.js";
import { createWatch } from "./views/watch.js";

const VIEWS = [["model", "Model"], ["step", "Step"], ["check", "Check"], ["watch", "Watch"], ["compare", "Compare"], ["report", "Report"]];
const QUIET = 250;

async function boot() {
  takeToken();
  document.body.append(h("div", { id: "live", class: "sr-only", "aria-live": "polite" }));
  try {
    set({ session: await get("/api/session") });
  } catch (refusal) {
    return refuse(refusal);
  }
  const studio = createStudio();
  await studio.begin();
}

function refuse(refusal) {
  const words = refusal instanceof Refused ? refusal.message : "The studio does not answer. Is it still running?";
  document.body.append(h("main", { class: "refused", role: "alert" }, h("h1", {}, "quidpro studio"), h("p", {}, words),
    h("p", { class: "muted" }, "Open the whole address that ", h("code", {}, "quidpro studio"), " printed, with the part behind the #.")));
}

function createStudio() {
  const host = h("div", { class: "text" });
  const editor = createEditor(host, changed);
  const system = h("select", { id: "system", onchange: () => set({ system: system.value }) });
  const method = h("select", { id: "method", onchange: () => set({ method: method.value }) });
  const go = h("button", { type: "button", class: "primary", id: "check", onclick: check }, "Check", h("kbd", {}, "Ctrl ⏎"));
  const halt = h("button", { type: "button", id: "stop", onclick: () => halted() }, "Stop");
  const open = h("select", { id: "open", "aria-label": "Open a file or an example", onchange: () => pick(open.value) });
  const save = h("button", { type: "button", id: "save", onclick: () => keep() }, "Save");
  const health = h("button", { type: "button", class: "link health", id: "health", onclick: () => editor.nextProblem() });
  const status = h("div", { class: "status muted", id: "status" });
  const help = createHelp();
  const ask = createAsk();
  const context = { editor, check, ask };
  const views = { model: createModel(context), step: createStep(context), check: createCheck(context), watch: createWatch(context), compare: createCompare(context), report: createReport(context) };
  const nav = h("nav", { "aria-label": "Views" }, VIEWS.map(([key, words], i) => h("button", { type: "button", "data-view": key, title: `Alt+${i + 1}`, onclick: () => set({ view: key }) }, words)));
  const frame = h("div", { class: "app" },
    h("header", { class: "top" }, h("b", { class: "brand" }, "quidpro", h("span", {}, " studio")), nav, h("span", { class: "space" }),
      h("label", { class: "pick" }, h("span", {}, "system"), system), h("label", { class: "pick" }, h("span", {}, "method"), method), go, halt,
      createTheme(), h("button", { type: "button", class: "round", "aria-label": "Keys (?)", title: "Keys (?)", onclick: () => help.showModal() }, "?")),
    h("main", { class: "columns" },
      h("section", { class: "pane editor", "aria-label": "Text" }, h("div", { class: "strip-head" }, open, save, h("span", { class: "space" }), health), host, status),
      h("div", { class: "pane views" }, Object.values(views).map((view) => view.element))), help);
  let timer = 0;
  let request = null;
  let picks = 0;

  on("view", showView);
  on("model", showModel);
  on("check", showButtons);
  on("constants", () => look());
  on("method", () => { method.value = state.method; });
  on("step check result view", showStatus);

  async function begin() {
    document.body.append(frame);
    const kept = restore();
    addEventListener("keydown", keys);
    addEventListener("beforeunload", leave);
    if (kept) load(state.name, state.text, state);
    else await first();
    showView();
    resume("check");
    resume("trial");
  }

  async function first() {
    const { file, examples, files } = state.session;
    const wanted = file ? `file:${file}` : examples.length ? `example:${examples[0].name}` : files.length ? `file:${files[0]}` : null;
    if (wanted) await pick(wanted);
  }

  async function pick(key) {
    const [kind, name] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
    if (editor.text !== state.saved && !confirm("There are changes that are not saved. Open another text?")) return listFiles();
    // The text before is still to be seen until the other one is here: what is known of it is of no use any more.
    clearTimeout(timer);
    request?.abort();
    request = null;
    set({ model: null });
    const mine = ++picks;
    try {
      const found = await get(kind === "file" ? `/api/file?path=${encodeURIComponent(name)}` : `/api/example?name=${encodeURIComponent(name)}`);
      if (mine !== picks) return;
      stop("check");
      Object.assign(state, { constants: {}, system: "", options: {} });
      set({ check: null, checkJob: null, trial: null, trialJob: null, checked: null, result: 0, step: 0 });
      load(name, found.text, { path: kind === "file" ? found.path : null, stamp: found.stamp ?? null, saved: found.text });
    } catch (refusal) {
      if (mine !== picks) return;
      say(refusal.message, "bad");
      listFiles();
      look();
    }
  }

  function load(name, text, { path, stamp, saved }) {
    set({ name, path, stamp, text, saved, model: null });
    editor.open(name, text);
    listFiles();
    look();
  }

  function listFiles() {
    const group = (label, kind, entries) => (entries.length ? h("optgroup", { label }, entries.map(([name, words]) => h("option", { value: `${kind}:${name}` }, words))) : null);
    const { files, examples } = state.session;
    const listedFiles = state.path && !files.includes(state.path) ? [state.path, ...files] : files;
    open.replaceChildren(...[group("Files", "file", listedFiles.map((name) => [name, name])), group("Examples", "example", examples.map(({ name, title }) => [name, name, title]))].filter(Boolean));
    open.value = state.path ? `file:${state.path}` : `example:${state.name}`;
    showSaved();
  }

  function showSaved() {
    const dirty = state.text !== state.saved;
    save.disabled = Boolean(state.path) && !dirty;
    save.textContent = state.path ? (dirty ? "Save •" : "Saved") : "Save …";
    document.title = `${dirty ? "• " : ""}${state.name.split("/").pop() || "quidpro"} – quidpro studio`;
  }

  function changed() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      set({ text: editor.text });
      showSaved();
      look();
    }, QUIET);
  }

  /** Asks what the text means; an answer to an older text is not heard. */
  async function look() {
    request?.abort();
    const mine = (request = new AbortController());
    try {
      const { name, text, constants } = question();
      const model = await post("/api/model", { name, text, constants }, mine.signal);
      if (mine === request) set({ model });
    } catch (refusal) {
      if (refusal.name === "AbortError") return;
      health.textContent = "not read";
      say(refusal.message, "bad");
    }
  }

  function showModel() {
    const { model } = state;
    if (!model) return unread();
    editor.problems(model.problems);
    const errors = model.problems.filter((p) => p.severity === "error").length;
    health.textContent = `${errors ? count(errors, "problem") : model.problems.length ? count(model.problems.length, "warning") : "no problems"}`;
    health.title = languageOf(state.name);
    health.classList.toggle("bad", errors > 0);
    if (model.systems.length || !errors) state.system = options(system, model.systems.map((name) => [name, name]), state.system || model.default_system);
    state.method = options(method, model.methods.map(({ name }) => [name, name]), state.method);
    system.disabled = !model.systems.length;
    showButtons();
  }

  /** Nothing is known of a text that has just been opened, and nothing can be asked about it yet. */
  function unread() {
    health.textContent = "reading …";
    health.classList.remove("bad");
    showButtons();
  }

  function showView() {
    frame.dataset.view = state.view;
    for (const button of nav.children) button.setAttribute("aria-current", button.dataset.view === state.view ? "page" : "false");
    for (const [key, view] of Object.entries(views)) {
      view.element.hidden = key !== state.view;
      if (key !== state.view) view.leave?.();
    }
    views[state.view].show();
    if (!["check", "step"].includes(state.view)) editor.light([]);
  }

  function showButtons() {
    const busy = running(state.check);
    halt.disabled = !busy;
    go.disabled = busy || !state.model?.systems.length && !state.model?.properties.length;
  }

  function showStatus() {
    if (state.view !== "check" || !cursor.chart()) return say("");
    const lines = [...new Set(cursor.lit())].sort((a, b) => a - b);
    if (state.checked !== null && state.checked !== state.text) return say("The text has changed since this check.");
    say(lines.length ? `Lit: the ${lines.length === 1 ? "place" : "places"} of step ${cursor.at()}, ${lines.length === 1 ? "line" : "lines"} ${listed(lines)}` : "");
  }

  function say(words, tone = "muted") {
    status.className = `status ${tone}`;
    status.textContent = words;
  }

  async function check() {
    if (running(state.check)) return;
    clearTimeout(timer);
    set({ text: editor.text, checked: editor.text, result: 0, step: 0, round: 0, run: "" });
    if (!["check", "watch"].includes(state.view)) set({ view: "check" });
    announce("Checking");
    const body = ask.body();
    const watch = state.view === "watch";
    if (watch && state.published && state.method !== "auto") body.options = { as_published: true, ...body.options };
    await start("check", { kind: "check", method: state.method, watch, ...body });
    announce(cursor.shown()?.sentence ?? state.check?.message ?? "");
  }

  function halted() {
    stop("check");
    stop("trial");
  }

  async function keep() {
    const path = state.path ?? prompt("Save as (a file in the studio’s folder)", state.name);
    if (!path) return;
    set({ text: editor.text });
    try {
      const answer = await put("/api/file", { path, text: state.text, stamp: state.stamp });
      if (!state.session.files.includes(answer.path)) state.session.files.push(answer.path);
      set({ path: answer.path, name: answer.path, stamp: answer.stamp, saved: state.text });
      listFiles();
      say(`Saved ${answer.path}`);
    } catch (refusal) {
      say(refusal.status === 409 ? `Not saved: ${path} has changed on disk. Open it again, or save under another name.` : refusal.message, "bad");
    }
  }

  /** A reload brings the text back, a closed tab does not: the browser asks first. */
  function leave(event) {
    if (editor.text !== state.text) set({ text: editor.text });
    if (state.text !== state.saved) event.preventDefault();
  }

  function keys(event) {
    if (event.defaultPrevented) return;
    if (everywhere(event)) return event.preventDefault();
    if (help.open || event.ctrlKey || event.metaKey || event.altKey || editor.holds(event) || event.target.closest("input, select, textarea")) return;
    if (event.key === "?") help.showModal();
    else if (!views[state.view].keys(lowered(event))) return;
    event.preventDefault();
  }

  function everywhere(event) {
    const control = event.ctrlKey || event.metaKey;
    if (control && event.key === "Enter") check();
    else if (control && event.key.toLowerCase() === "s") keep();
    else if (event.altKey && /^[1-6]$/.test(event.key)) set({ view: VIEWS[event.key - 1][0] });
    else if (event.key === "F8" && !editor.holds(event)) editor.nextProblem();
    else if (event.key === "Escape" && !help.open && (running(state.check) || running(state.trial))) halted();
    else return false;
    return true;
  }

  return { begin };
}

/** Letters mean the same with the shift key or without. */
function lowered(event) {
  return { key: event.key.length === 1 ? event.key.toLowerCase() : event.key, target: event.target };
}

boot();
