/*
 * A browser that translates a page replaces each text node by an element. React keeps the old node: removing it, or
 * inserting before it, throws, and a new value is written where nobody sees it. A text that is alone in its element is
 * safe, because React then sets the whole content of the element.
 */
import { parseAst } from 'vite';

// biome-ignore lint/suspicious/noExplicitAny: the nodes of the tree are told apart by their `type`.
export type Node = any;

/** Values that hold elements, and are declared in another file than the one that shows them. */
const everywhere = [
  'askDetails',
  'children',
  'createElement',
  'createPortal',
  'dialog',
  'dialogs',
  'ground',
  'markOf',
];

/** Components that always give one and the same element. Any other may give nothing, or another element later. */
const constant = /^(Button|ButtonLink|CategoryIcon|Icon|Link|Money|NavLink|StatusBadge)$/;

type Kind = 'text' | 'element' | 'nothing';

/** A child in JSX: whether it may be a text, and whether it may change or go. */
interface Child {
  node: Node;
  isText: boolean;
  changes: boolean;
}

/**
 * Finds the texts that a translated page would lose: those beside a value, a condition, a list or a component that may
 * give nothing, those in a fragment that is put beside others, and those that a component returns without an element.
 * @param source the text of a `.tsx` file
 * @returns each as 'line: text'
 */
export function bareTexts(source: string): string[] {
  const found = new Set<Node>();
  const tree = parseAst(source, { lang: 'tsx' });
  slots = slotsIn(tree, source);
  visit(tree, (node, parent) => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of bareChildren(node, parent)) found.add(child);
    for (const at of givenBy(componentOf(node))) if (kindsOf(at).includes('text')) found.add(at);
  });
  return [...found].map(({ start, end }) => {
    const text = source.slice(start, end);
    const line = source.slice(0, start + text.search(/\S/)).split('\n').length;
    return `${line}: ${text.trim().replace(/\s+/g, ' ')}`;
  });
}

/** The names of values that hold elements, not text, in the file that is read. */
let slots = new Set<string>();

/** The names that the file declares as React's nodes, or makes of elements alone. */
function slotsIn(tree: Node, source: string): Set<string> {
  slots = new Set(everywhere);
  visit(tree, (node) => {
    const type = node.typeAnnotation && source.slice(node.typeAnnotation.start, node.typeAnnotation.end);
    if (/\b(ReactNode|ReactElement|JSX\.Element)$/.test(type)) slots.add((node.key ?? node).name);
  });
  visit(tree, (node) => {
    const made = node.type === 'FunctionDeclaration' ? node : node.init;
    if (!node.id?.name || !made) return;
    const kinds = (isFunction(made) ? givenBy(made) : [made]).flatMap(kindsOf);
    if (kinds.includes('element') && !kinds.includes('text')) slots.add(node.id.name);
  });
  return slots;
}

const isFunction = (node: Node): boolean => /Function/.test(node?.type);

/** The function of a component that is declared here, also one in `memo` or `forwardRef`. */
function componentOf(node: Node): Node {
  const capital = /^[A-Z]/.test(node.id?.name);
  if (capital && isFunction(node)) return node;
  if (!capital || node.type !== 'VariableDeclarator') return undefined;
  const wraps = /^(memo|forwardRef)$/.test(node.init?.callee?.name);
  return [node.init, wraps && node.init.arguments[0]].find(isFunction);
}

/** What a function gives, in one expression or by its returns. */
const givenBy = (made: Node): Node[] =>
  made?.body ? (made.body.type === 'BlockStatement' ? returnedBy(made.body) : [made.body]) : [];

function bareChildren(node: Node, parent: Node): Node[] {
  // The children of a fragment within JSX are children of its parent.
  if (node.type === 'JSXFragment' && /^JSX(Element|Fragment)$/.test(parent?.type)) return [];
  const children = childrenOf(node);
  const comesAndGoes = node.type === 'JSXFragment';
  if (!comesAndGoes && (children.length < 2 || !children.some(({ changes }) => changes))) return [];
  return children.filter(({ isText }) => isText).map((child) => child.node);
}

function childrenOf(node: Node): Child[] {
  return node.children.flatMap((child: Node): Child[] => {
    if (child.type === 'JSXFragment') return childrenOf(child);
    if (child.type === 'JSXText')
      return child.value.trim() ? [{ node: child, isText: true, changes: false }] : [];
    if (child.type !== 'JSXExpressionContainer') {
      const name = child.openingElement?.name.name ?? '';
      return [{ node: child, isText: false, changes: /^[A-Z]/.test(name) && !constant.test(name) }];
    }
    const kinds = kindsOf(child.expression);
    if (!kinds.length) return [];
    return [{ node: child, isText: kinds.includes('text'), changes: child.expression.type !== 'Literal' }];
  });
}

/** The kinds of things that an expression in JSX can give; none for a comment or a space. */
function kindsOf(node: Node): Kind[] {
  switch (node?.type) {
    case undefined:
    case 'JSXEmptyExpression':
      return [];
    case 'Literal':
      if (typeof node.value === 'string') return node.value.trim() ? ['text'] : [];
      return [typeof node.value === 'number' ? 'text' : 'nothing'];
    case 'JSXElement':
    case 'JSXFragment':
      return ['element'];
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return kindsOf(node.expression);
    case 'ConditionalExpression':
      return [...kindsOf(node.consequent), ...kindsOf(node.alternate)];
    case 'LogicalExpression':
      return [
        ...(node.operator === '&&' ? ['nothing' as const] : kindsOf(node.left)),
        ...kindsOf(node.right),
      ];
    case 'Identifier':
      return [slots.has(node.name) ? 'element' : 'text'];
    case 'MemberExpression':
      return kindsOf(node.property);
    case 'CallExpression': {
      const make = node.arguments.find((given: Node) => given.type === 'ArrowFunctionExpression');
      if (!make) return kindsOf(node.callee);
      return givenBy(make).flatMap(kindsOf);
    }
    default:
      return ['text'];
  }
}

/** What a function returns, without that of the functions in it. */
function returnedBy(body: Node): Node[] {
  const returned: Node[] = [];
  visit(body, (node) => {
    if (node.type === 'ReturnStatement' && node.argument) returned.push(node.argument);
    return !/Function/.test(node.type);
  });
  return returned;
}

/** Calls `see` for every node; the nodes within one for which it answers false are left out. */
export function visit(node: Node, see: (node: Node, parent: Node) => unknown, parent?: Node): void {
  if (Array.isArray(node)) for (const each of node) visit(each, see, parent);
  else if (node?.type && see(node, parent) !== false)
    for (const value of Object.values(node)) if (value && typeof value === 'object') visit(value, see, node);
}
