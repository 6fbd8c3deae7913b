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

/** Tell whether a child is there at all. */
export function shownIn(child) {
  return child !== null && child !== undefined && child !== false;
}

function shown(children) {
  return children.flat(Infinity).filter(shownIn).map((c) => (c instanceof Node ? c : clean(String(c))));
}

/** Set attributes, deeds (`onclick`), values and styles of an element; none or false takes one away. */
export function filled(element, attributes) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === "key") continue;
    if (name.startsWith("on")) element[name] = value;
    else if (name === "value") element.value = value;
    else if (name === "style") for (const [property, text] of Object.entries(value)) element.style.setProperty(property, text);
    else if (!shownIn(value)) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : clean(String(value)));
  }
  return element;
}

function fill(element, attributes, children) {
  filled(element, attributes).append(...shown(children));
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

/** Set properties of an element that are not so yet: whatever is set makes the browser look at the page anew. */
export function settle(element, properties) {
  for (const [name, value] of Object.entries(properties)) if (element[name] !== value) element[name] = value;
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
