// The stepping widget: draws the view that Python sends, and says which button was pressed. Texts are set as texts.

const PICTURE = "image/svg+xml";
const NAMED = '<svg xmlns="http://www.w3.org/2000/svg"';

function render({ model, el }) {
  const root = h("div", { class: "quidpro" });
  el.append(root);
  let before = null;
  const send = (asked) => model.send(asked);
  const draw = () => {
    const view = model.get("view");
    const focused = root.contains(active(root)) ? active(root).dataset.key : null;
    root.replaceChildren(...parts(view, before, send));
    const again = focused && [...root.querySelectorAll("button:enabled")];
    if (again) (again.find((button) => button.dataset.key === focused) ?? again[0])?.focus();
    before = view;
  };
  model.on("change:view", draw);
  draw();
  return () => model.off("change:view", draw);
}

function parts(view, before, send) {
  const steps = view.path.length;
  return [
    h("div", { class: "head" }, view.title || "Model", " ", h("span", { class: "words" }, steps ? `after ${count(steps, "step")}` : "at the beginning")),
    h("div", { class: "bar", role: "toolbar", "aria-label": "Stepping" },
      button("start", "Start again", steps, () => send({ do: "start" })),
      button("back", "Back", steps, () => send({ do: "back" })),
      button("random", "Random", view.choices.length, () => send({ do: "random" })),
      h("span", { class: view.end === "error" || view.end === "deadlock" ? "bad" : "words", role: "status" }, status(view))),
    h("div", { class: "columns" }, h("div", {}, where(view, before)), h("div", {}, choices(view, send))),
    ...history(view),
  ];
}

function status(view) {
  const seen = view.seen === null || !view.path.length ? "" : `the same state as ${view.seen ? `after ${count(view.seen, "step")}` : "at the beginning"}`;
  const errors = view.errors.length ? `✗ ${view.errors.join(", ")} violated` : "";
  return [view.refused, errors || view.ending, seen].filter(Boolean).join(" · ");
}

function where(view, before) {
  const old = new Map(before ? places(before).map(({ name, value }) => [name, value]) : []);
  const rows = places(view).map(({ name, value }) => {
    const changed = old.has(name) && old.get(name) !== value;
    const look = value === "ERROR" ? "error" : changed ? "fresh" : "";
    return h("tr", {}, h("td", {}, name), h("td", {}, h("span", { class: look }, value ?? "–")));
  });
  return h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "name"), h("th", {}, "is in"))), h("tbody", {}, ...rows));
}

function places(view) {
  const rows = view.rows.filter((row) => row.kind !== "input");
  return [...view.components.map(({ name, state }) => ({ name, value: state })), ...rows];
}

function choices(view, send) {
  const offers = view.choices.flatMap((choice) => choice.outcomes.map((outcome, number) => offer(choice, outcome, number, send)));
  const more = view.total - view.choices.length;
  const rest = more > 0 ? [h("div", { class: "note" }, `and ${more} more`)] : [];
  const none = offers.length ? [] : [h("div", { class: "note" }, "nothing: it ends here")];
  const head = h("div", { class: "note" }, "what can happen");
  return h("div", { class: "choices", role: "group", "aria-label": "What can happen" }, head, ...offers, ...rest, ...none);
}

function offer(choice, outcome, number, send) {
  const wrong = outcome.errors.length ? `✗ ${outcome.errors.join(", ")} violated` : "";
  const chance = outcome.probability === "1" ? "" : outcome.probability;
  const said = [chance, wrong || choice.movers.join(", ")].filter(Boolean).join(" · ");
  const element = button(`${choice.index}.${number}`, words(choice, outcome), true, () => send({ do: "take", choice: choice.index, outcome: number }));
  if (wrong) element.classList.add("wrong");
  if (said) element.append(h("span", { class: "words" }, said));
  return element;
}

function words(choice, outcome) {
  if (choice.action) return choice.action;
  const read = Object.entries(choice.inputs).map(([name, value]) => `${name} = ${value}`);
  const changed = outcome.changes.map(({ name, after }) => `${name} = ${after}`);
  return [...read, ...changed].join(", ") || "nothing changes";
}

function history(view) {
  if (view.chart) {
    const whole = view.chart.replace(/^<svg(?![^>]*\sxmlns=)/, NAMED);
    const drawn = new DOMParser().parseFromString(whole, PICTURE).documentElement;
    return drawn.localName === "svg" ? [h("div", { class: "picture" }, document.importNode(drawn, true))] : [];
  }
  if (!view.history.length) return [];
  const last = view.history.slice(-12).map((event) => words(event, event.outcomes[event.outcome]));
  return [h("p", { class: "note" }, `the last steps: ${last.join(", ")}`)];
}

function button(key, text, enabled, press) {
  const element = h("button", { type: "button", "data-key": key }, text);
  element.disabled = !enabled;
  element.addEventListener("click", press);
  return element;
}

function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function active(root) {
  return root.getRootNode().activeElement;
}

function count(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

export default { render };
