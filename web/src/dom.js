// Elements without markup: text goes in as text, whatever it looks like.

/** An element with properties (`class`, `onclick`, `aria-label`, …) and children; false and null are left out. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || (value === false && !name.startsWith("aria-"))) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled") element[name] = value;
    else element.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A picture made by the studio, as an element; null when there is none. Nothing in it can run. */
export function picture(text) {
  if (!text) return null;
  const whole = text.replace(/^<svg(?![^>]*\sxmlns=)/, '<svg xmlns="http://www.w3.org/2000/svg"');
  const root = new DOMParser().parseFromString(whole, "image/svg+xml").documentElement;
  if (root.localName !== "svg") return null;
  for (const element of root.querySelectorAll("script, style, foreignObject")) element.remove();
  for (const element of [root, ...root.querySelectorAll("*")])
    for (const { name } of [...element.attributes])
      if (/^on|^style$/i.test(name)) element.removeAttribute(name);
  return document.importNode(root, true);
}

const ICONS = {
  first: "M3 2v12M13 2.5v11L5 8z",
  back: "M13 8H3M7.5 3.5 3 8l4.5 4.5",
  on: "M3 8h10M8.5 3.5 13 8l-4.5 4.5",
  last: "M13 2v12M3 2.5v11L11 8z",
  play: "M4 2.5v11L13 8z",
  pause: "M5 3v10M11 3v10",
  theme: "M8 2a6 6 0 1 0 0 12z",
  down: "M8 2v8M4.5 7 8 10.5 11.5 7M3 14h10",
  fold: "M4 6l4-4 4 4M4 10l4 4 4-4",
};
const FILLED = new Set(["first", "last", "play", "theme"]);

/** A small picture for a button; fonts often lack such signs. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [key, value] of Object.entries({ width: 14, height: 14, viewBox: "0 0 16 16", "aria-hidden": "true", class: "icon" }))
    svg.setAttribute(key, value);
  const path = document.createElementNS(svg.namespaceURI, "path");
  path.setAttribute("d", ICONS[name]);
  if (FILLED.has(name)) path.setAttribute("class", "filled");
  svg.append(path);
  if (name === "theme") {
    const outline = path.cloneNode();
    outline.setAttribute("d", "M8 2a6 6 0 0 1 0 12");
    outline.removeAttribute("class");
    svg.append(outline);
  }
  return svg;
}

/** A table from heads and rows; columns named in `numeric` stand at the right. */
export function table(heads, rows, { numeric = [], caption = "" } = {}) {
  const side = (i) => ({ class: numeric.includes(i) ? "number" : null });
  return h("table", {},
    caption && h("caption", { class: "sr-only" }, caption),
    h("thead", {}, h("tr", {}, heads.map((head, i) => h("th", { scope: "col", ...side(i) }, head)))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell, i) => h("td", side(i), cell))))));
}

/** A word, letter by letter, with arrows between them. */
export function letters(word) {
  return word.map((letter, i) => h("span", { class: "follows" }, i ? h("span", { "aria-hidden": "true" }, "→") : null, h("span", { class: "letter code" }, letter)));
}

/** A row of tabs; `choose(key)` is called with what was picked. Arrow keys move between them. */
export function tabs(label, entries, choose) {
  const buttons = new Map(entries.map(([key, words]) =>
    [key, h("button", { type: "button", role: "tab", "data-tab": key, onclick: () => choose(key) }, words)]));
  const element = h("div", { class: "tabs", role: "tablist", "aria-label": label, onkeydown: move }, [...buttons.values()]);
  function move(event) {
    const shift = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!shift) return;
    const shown = [...buttons].filter(([, button]) => !button.hidden);
    const at = shown.findIndex(([, button]) => button === document.activeElement);
    const [key, button] = shown[(at + shift + shown.length) % shown.length];
    event.preventDefault();
    event.stopPropagation();
    choose(key);
    button.focus();
  }
  return {
    element,
    show(chosen) {
      for (const [key, button] of buttons) {
        button.setAttribute("aria-selected", key === chosen);
        button.tabIndex = key === chosen ? 0 : -1;
      }
    },
    count(key, words) { buttons.get(key).textContent = words; },
  };
}

/** Options of a select, keeping what is chosen if it is still there. */
export function options(select, entries, chosen) {
  select.replaceChildren(...entries.map(([value, words]) => h("option", { value }, words)));
  select.value = entries.some(([value]) => value === chosen) ? chosen : entries[0]?.[0] ?? "";
  return select.value;
}

/** Tells what changed to those who cannot see it. */
export function announce(words) {
  document.getElementById("live").textContent = words;
}

/** `3 states`, `1 state`; numbers with thin groups. */
export function count(number, word, many = `${word}s`) {
  return `${grouped(number)} ${number === 1 ? word : many}`;
}

export function grouped(number) {
  return number.toLocaleString("en").replaceAll(",", " ");
}

export function seconds(value) {
  if (value === null || value === undefined) return "";
  if (value < 0.1) return `${Math.max(1, Math.round(value * 1000))} ms`;
  return value < 10 ? `${value.toFixed(2)} s` : `${value.toFixed(1)} s`;
}

/** `8, 18 and 27` */
export function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}
