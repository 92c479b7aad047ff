// Light or dark: what the reader's machine says, unless one is chosen here.
import { h, icon } from "./dom.js";

const PLACE = "quidpro.scheme";
const NEXT = { "": "light", light: "dark", dark: "" };
const WORDS = { "": "as the system", light: "light", dark: "dark" };

function apply(scheme) {
  if (scheme) document.documentElement.dataset.scheme = scheme;
  else delete document.documentElement.dataset.scheme;
}

export function createTheme() {
  let scheme = localStorage.getItem(PLACE) ?? "";
  const button = h("button", { type: "button", class: "round", id: "scheme", onclick: turn }, icon("theme"));
  show();
  function turn() {
    scheme = NEXT[scheme];
    localStorage.setItem(PLACE, scheme);
    show();
  }
  function show() {
    apply(scheme);
    button.title = `Colours: ${WORDS[scheme]}`;
    button.setAttribute("aria-label", button.title);
  }
  return button;
}
