// Elements made by hand: whatever comes from a log goes in as text, never as HTML.

const SVG = "http://www.w3.org/2000/svg";
// Control characters, those that turn the direction of text, and those that cannot be seen.
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff]/g;

/** Give text with what could mislead the reader written out. */
export function clean(text) {
  return text.replace(HIDDEN, (c) => {
    const number = c.charCodeAt(0);
    return number < 256 ? `\\x${number.toString(16).padStart(2, "0")}` : `\\u${number.toString(16).padStart(4, "0")}`;
  });
}

function shown(children) {
  return children.flat(Infinity)
    .filter((c) => c !== null && c !== undefined && c !== false)
    .map((c) => (c instanceof Node ? c : clean(String(c))));
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : clean(String(value)));
  }
  element.append(...shown(children));
  return element;
}

/** Make an HTML element: h("p", {class: "x"}, "text", child). */
export function h(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** Make an SVG element. */
export function s(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** Put *children* into *element* in place of what was there. */
export function put(element, ...children) {
  element.replaceChildren(...shown(children));
  return element;
}

/** Give the element with an id. */
export function byId(id) {
  return document.getElementById(id);
}

/** Tell whether somebody is typing, so that no key is stolen from them. */
export function isTyping(target) {
  return target instanceof HTMLElement
    && (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName));
}
