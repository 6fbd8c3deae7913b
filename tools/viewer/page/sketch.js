// Sketches of elements: what a view should look like is written down whole, and only what is another than before is touched.

import { clean, filled, shownIn } from "./dom.js";

const SVG_SPACE = "http://www.w3.org/2000/svg";

class Sketch {
  constructor(space, name, attributes, children) {
    this.space = space;
    this.name = name;
    this.attributes = attributes || {};
    this.children = children.flat(Infinity).filter(shownIn).map((c) => (c instanceof Sketch ? c : clean(String(c))));
    this.element = null;
  }

  /** Two are drawn in one place if they are of one name, key and first class. */
  like(other) {
    return other instanceof Sketch && this.name === other.name && this.attributes.key === other.attributes.key && this.sort === other.sort;
  }

  get sort() {
    return (this.attributes.class || "").split(" ", 1)[0];
  }

  make() {
    this.element = this.space ? document.createElementNS(this.space, this.name) : document.createElement(this.name);
    filled(this.element, this.attributes);
    this.element.append(...this.children.map(made));
    if (this.attributes.value !== undefined) this.element.value = this.attributes.value;
    return this.element;
  }

  /** Draw this where *old* was drawn. */
  takeOver(old) {
    this.element = old.element;
    const [was, is] = [old.attributes, this.attributes];
    const news = {};
    for (const name in is) if (is[name] !== was[name]) news[name] = is[name];
    for (const name in was) if (!(name in is)) news[name] = null;
    filled(this.element, news);
    redraw(this.element, old.children, this.children);
    if (is.value !== undefined && this.element.value !== is.value) this.element.value = is.value;
  }
}

/** Sketch an HTML element: tag("p", {class: "x"}, "text", child).  Those of unlike `key` never pass for the same. */
export function tag(name, attributes, ...children) {
  return new Sketch(null, name, attributes, children);
}

/** Sketch an SVG element. */
export function svgTag(name, attributes, ...children) {
  return new Sketch(SVG_SPACE, name, attributes, children);
}

function made(child) {
  return child instanceof Sketch ? child.make() : document.createTextNode(child);
}

/** Make what stands in *element* as the sketches are; it must have been drawn by nobody else. */
export function renew(element, ...sketches) {
  const { children } = new Sketch(null, "", null, sketches);
  redraw(element, element.sketched || [], children);
  element.sketched = children;
}

function redraw(element, before, after) {
  let at = 0;
  let node = element.firstChild;
  const drop = () => {
    const next = node.nextSibling;
    node.remove();
    node = next;
    at += 1;
  };
  for (const wanted of after) {
    let like = at;
    while (like < before.length && !(typeof wanted === "string" ? typeof before[like] === "string" : wanted.like(before[like]))) like += 1;
    if (like === before.length) {
      element.insertBefore(made(wanted), node);
      continue;
    }
    while (at < like) drop();
    if (wanted !== before[at]) {
      if (wanted instanceof Sketch) wanted.takeOver(before[at]);
      else node.data = wanted;
    }
    node = node.nextSibling;
    at += 1;
  }
  while (node) drop();
}
