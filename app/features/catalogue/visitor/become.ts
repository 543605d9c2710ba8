/**
 * Makes an element the same as another by changing only the attributes, texts and children that differ: those that
 * stay need neither a new style nor a new layout. Children are compared by their place. The other element loses those
 * that are taken over.
 */
export function become(element: Element, wanted: Element): void {
  for (const { name } of [...element.attributes])
    if (!wanted.hasAttribute(name)) element.removeAttribute(name);
  for (const { name, value } of wanted.attributes)
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  const children = [...wanted.childNodes];
  while (element.childNodes.length > children.length) element.lastChild?.remove();
  for (const [index, next] of children.entries()) {
    const child = element.childNodes[index];
    if (!child) element.append(next);
    else if (child instanceof Element && next instanceof Element && isSameKind(child, next))
      become(child, next);
    else if (!child.isEqualNode(next)) child.replaceWith(next);
  }
}

/** A picture would be the one before until the new one has loaded. */
const isSameKind = (one: Element, other: Element): boolean =>
  one.nodeName === other.nodeName && one.nodeName !== 'IMG';
