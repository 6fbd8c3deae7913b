// Patterns and arrow heads that every picture of the page shares.

import { s } from "./dom.js";

/** Give the one hidden drawing that holds them. */
export function patterns() {
  const stripe = (side, deg, ...shapes) => s("pattern", { id: `side-${side}`, width: 8, height: 8, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${deg})` }, s("rect", { width: 8, height: 8, class: `ground p${side}` }), ...shapes);
  const line = (side) => s("rect", { width: 2.4, height: 8, class: `line p${side}` });
  return s("svg", { width: 0, height: 0, class: "patterns", "aria-hidden": "true" }, s("defs", null,
    stripe(0, 0), stripe(1, 45, line(1)), stripe(2, 0, s("circle", { cx: 4, cy: 4, r: 2, class: "line p2" })), stripe(3, 135, line(3)),
    s("pattern", { id: "hatch", width: 4, height: 4, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" }, s("rect", { width: 1.6, height: 4, class: "hatching" })),
    s("marker", { id: "arrow", viewBox: "0 0 10 10", refX: 9, refY: 5, markerWidth: 20, markerHeight: 20, markerUnits: "userSpaceOnUse", orient: "auto-start-reverse" }, s("path", { d: "M0 0 10 5 0 10z", class: "arrow-head" }))));
}
