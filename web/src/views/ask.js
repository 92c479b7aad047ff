// What is asked besides the system and the method: which property, how the parts are grouped, for how long.
import { h, options } from "../dom.js";
import { on, set, state } from "../store.js";

export function createAsk() {
  const names = h("datalist", { id: "properties" });
  const property = h("input", { id: "property", list: "properties", size: 16, autocomplete: "off", spellcheck: "false", onchange: keep });
  const split = h("input", { id: "split", placeholder: "chosen by quidpro", size: 22, autocomplete: "off", spellcheck: "false", onchange: keep });
  const deadlock = h("select", { id: "deadlock", onchange: keep });
  options(deadlock, [["", "as usual"], ["yes", "yes"], ["no", "no"]], "");
  const timeout = h("input", { type: "number", id: "timeout", min: 1, onchange: keep });
  const more = h("input", { id: "more", placeholder: "learner=lstar reduce=no", size: 20, autocomplete: "off", spellcheck: "false", title: "Options of quidpro check, as name=value", onchange: keep });
  const element = h("form", { class: "bar ask", "aria-label": "What is asked", onsubmit: (event) => event.preventDefault() },
    h("label", {}, "property ", property, names), h("label", {}, "split ", split), h("label", {}, "deadlock ", deadlock), h("label", {}, "at most ", timeout, " s"), h("label", {}, "more ", more));

  const toggles = [];
  element.hidden = true;

  on("model", show);

  /** A button that shows and hides the form; each view that asks has one. */
  function toggle() {
    const button = h("button", { type: "button", class: "more", "aria-expanded": "false", onclick: turn }, "Options");
    toggles.push(button);
    return button;
  }

  function turn() {
    element.hidden = !element.hidden;
    for (const button of toggles) button.setAttribute("aria-expanded", !element.hidden);
  }

  function show() {
    const found = state.model?.properties ?? [];
    names.replaceChildren(...found.map(({ name }) => h("option", { value: name })));
    property.placeholder = found.length > 1 ? "all" : found[0]?.name ?? "none";
    property.value = state.options.property ?? "";
    split.value = state.options.split ?? "";
    deadlock.value = state.options.deadlock ?? "";
    more.value = state.options.more ?? "";
    timeout.value = state.options.timeout ?? state.session.limits.timeout;
  }

  function keep() {
    set({ options: { property: property.value.trim(), split: split.value.trim(), deadlock: deadlock.value, timeout: Number(timeout.value) || null, more: more.value.trim() } });
  }

  return {
    element,
    toggle,
    body: () => ({
      properties: state.options.property ? [state.options.property] : [], split: state.options.split || null, deadlock: { yes: true, no: false }[state.options.deadlock] ?? null,
      timeout: state.options.timeout || state.session.limits.timeout, memory: state.session.limits.memory, options: named(state.options.more ?? ""),
    }),
  };
}

/** `learner=lstar reduce=no recursive` as names and values, as the command line has them. */
function named(words) {
  const pairs = words.split(/\s+/).filter(Boolean).map((word) => word.replace(/^--/, "").split("="));
  return Object.fromEntries(pairs.map(([name, ...rest]) => [name.replaceAll("-", "_"), value(rest.join("="))]));
}

function value(word) {
  if (word === "" || word === "yes") return true;
  return word === "no" ? false : /^\d+$/.test(word) ? Number(word) : word;
}
