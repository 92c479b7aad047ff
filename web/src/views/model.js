// What the model means: its parts drawn, their sizes, the architecture, the whole or its quotient, the constants.
import { post } from "../api.js";
import { count, h, options, picture, table, tabs } from "../dom.js";
import { on, question, set, state } from "../store.js";
import { languageOf } from "../modes.js";
import { figure } from "./figures.js";

const REDUCTIONS = [["", "as it is"], ["strong", "reduced, strong"], ["weak", "reduced, weak"]];

export function createModel({ editor }) {
  const title = h("h1", {});
  const facts = h("p", { class: "muted" });
  const constants = h("form", { class: "constants", "aria-label": "Constants", onchange: change, onsubmit: (e) => e.preventDefault() });
  const problems = h("ol", { class: "problems", "aria-label": "Problems" });
  const body = h("div", { class: "body", role: "tabpanel" });
  const part = h("select", { "aria-label": "Part to draw", onchange: () => draw() });
  const reduce = h("select", { "aria-label": "Reduction", onchange: () => draw() });
  options(reduce, REDUCTIONS, "");
  const bar = h("div", { class: "bar" }, h("label", {}, "part ", part), h("label", {}, reduce));
  let tab = "architecture";
  let asked = 0;
  let drawn = "";
  const row = tabs("Model", [["architecture", "Architecture"], ["picture", "Pictures"], ["sizes", "Sizes"]], (key) => {
    tab = key;
    show();
  });
  const element = h("section", { class: "view", "aria-label": "Model" },
    h("div", { class: "head" }, h("div", {}, title, facts), constants), row.element, bar, body, problems);

  on("model system view", () => state.view === "model" && show());

  function show() {
    const model = state.model;
    title.textContent = state.name.split("/").pop() || "No model";
    if (!model) {
      facts.textContent = " ";
      asked++;
      return put("", "");
    }
    const errors = model.problems.filter((p) => p.severity === "error").length;
    showProblems(model.problems);
    body.classList.toggle("stale", errors > 0);
    if (errors) {
      facts.textContent = `${languageOf(state.name)} · ${count(errors, "problem")}: drawn again when solved`;
      return;
    }
    facts.textContent = [languageOf(state.name), count(model.processes.length, "process", "processes"),
      model.properties.length ? `${model.properties.length === 1 ? "property" : "properties"} ${model.properties.map((p) => p.name).join(", ")}` : "no property"].join(" · ");
    showConstants(model.constants);
    row.show(tab);
    const parts = [...model.processes.map((p) => p.name), ...model.systems.filter((s) => !model.processes.some((p) => p.name === s))];
    options(part, parts.map((name) => [name, name]), part.value || parts[0]);
    bar.hidden = tab !== "picture";
    draw();
  }

  function showConstants(found) {
    constants.hidden = !found.length;
    if (constants.contains(document.activeElement)) return;
    constants.replaceChildren(...found.map(({ name, value }) => h("label", { class: "code" }, `${name} = `,
      h("input", { name, value: state.constants[name] ?? value, size: 4, inputmode: "numeric", autocomplete: "off" }))));
  }

  function change(event) {
    const { name, value } = event.target;
    const next = { ...state.constants };
    if (/^-?\d+(\.\d+)?(\/\d+)?$/.test(value.trim())) next[name] = Number.isNaN(Number(value)) ? value.trim() : Number(value);
    else delete next[name];
    set({ constants: next });
  }

  function showProblems(found) {
    problems.hidden = !found.length;
    problems.replaceChildren(...found.map((p) => h("li", {},
      h("button", { type: "button", class: `problem ${p.severity}`, onclick: () => editor.goTo(p.line ?? 1, p.column) },
        h("span", { class: "code" }, p.line ? `${p.line}:${p.column ?? 1}` : "–"), h("span", {}, p.message), p.hint && h("span", { class: "muted" }, p.hint)))));
  }

  async function draw() {
    const model = state.model;
    const key = JSON.stringify([tab, part.value, reduce.value, question()]);
    if (key === drawn && body.childElementCount) return;
    if (tab === "sizes") return put(key, sizes(model));
    const mine = ++asked;
    body.setAttribute("aria-busy", "true");
    try {
      const answer = tab === "architecture" ? await post("/api/architecture", question())
        : await post("/api/picture", { ...question(), part: part.value, reduce: reduce.value || null });
      if (mine === asked) put(key, tab === "architecture" ? architecture(answer) : portrait(answer));
    } catch (refusal) {
      if (mine === asked) put("", h("p", { class: "muted" }, refusal.message));
    }
  }

  function put(key, content) {
    drawn = key;
    body.removeAttribute("aria-busy");
    body.replaceChildren(content);
  }

  function architecture({ svg, caption, components, size }) {
    return h("div", { class: "stack" },
      h("div", { class: "scroll plain", tabindex: 0, role: "region", "aria-label": "Architecture" }, picture(svg)),
      caption && h("p", { class: "muted" }, caption),
      components?.length ? sized("component", components, ({ name }) => h("span", { class: "code" }, name), ["states", "transitions", "actions"]) : null,
      size && h("p", { class: "muted" }, typeof size === "object" ? Object.entries(size).map(([name, value]) => `${name} ${value}`).join(" · ") : String(size)));
  }

  function portrait({ svg, caption, states, transitions }) {
    return figure(part.value, { svg, caption: [states === undefined ? "" : `${count(states, "state")}, ${count(transitions, "transition")}`, caption].filter(Boolean).join(" · ") });
  }

  function sizes(model) {
    const named = ({ name }) => h("button", { type: "button", class: "link code", onclick: () => { options(part, [...part.options].map((o) => [o.value, o.value]), name); tab = "picture"; show(); } }, name);
    const asserted = model.properties.map((p) => [h("span", { class: "code" }, p.name), p.kind, h("span", { class: "code" }, p.text ?? "")]);
    return h("div", { class: "stack" }, sized("process", model.processes, named, ["states", "transitions"]),
      asserted.length ? table(["property", "kind", ""], asserted) : null);
  }

  return { element, show, keys: () => false };
}

/** Parts with their sizes: counts as columns of their own, where any part has them, and what is said in words. */
function sized(head, parts, named, counts) {
  const known = counts.filter((key) => parts.some((part) => part[key] !== null && part[key] !== undefined));
  const told = parts.some((part) => part.words);
  const rows = parts.map((part) => [named(part), ...known.map((key) => part[key] ?? "–"), ...(told ? [part.words ?? ""] : [])]);
  return table([head, ...known, ...(told ? ["size"] : [])], rows, { numeric: known.map((_, i) => i + 1) });
}
