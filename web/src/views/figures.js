// Drawn automata: at their natural size, scrolled and never shrunk, with the step's states and transitions lit.
import { h, picture } from "../dom.js";

/** A figure with its caption; the caption alone where nothing was drawn. */
export function figure(name, { svg, caption = "", kind = "" }) {
  const drawn = picture(svg);
  return h("figure", { class: kind ? `figure ${kind}` : "figure", "data-name": name },
    h("figcaption", {}, h("b", { class: "code" }, name), caption && h("span", { class: "muted" }, ` ${caption}`)),
    drawn && h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": `Picture of ${name}` }, drawn));
}

/** Marks where a component is and how it came there; shows that part of a picture that is larger than its place. */
export function mark(figure, numbers, transition) {
  for (const node of figure.querySelectorAll(".on")) node.classList.remove("on");
  const nodes = numbers.map((number) => figure.querySelector(`[data-state="${number}"]`)).filter(Boolean);
  for (const node of nodes) node.classList.add("on");
  const [node] = nodes;
  if (transition !== null && transition !== undefined)
    for (const edge of figure.querySelectorAll("[data-transitions]"))
      if (edge.dataset.transitions.split(" ").includes(String(transition))) edge.classList.add("on");
  if (node) reveal(figure.querySelector(".scroll"), node);
}

/** Scrolls a box, and only that, until something in it can be seen. */
export function reveal(box, node, margin = 24) {
  if (!box) return;
  const outer = box.getBoundingClientRect();
  const inner = node.getBoundingClientRect();
  if (!outer.width || !inner.width) return;
  if (inner.top < outer.top + margin) box.scrollTop += inner.top - outer.top - margin;
  else if (inner.bottom > outer.bottom - margin) box.scrollTop += inner.bottom - outer.bottom + margin;
  if (inner.right > outer.right - margin && inner.width < outer.width) box.scrollLeft += inner.right - outer.right + margin;
  if (inner.left < outer.left + margin && inner.width < outer.width) box.scrollLeft += inner.left - outer.left - margin;
}
