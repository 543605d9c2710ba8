/*
 * A browser that translates a page replaces each text node by an element. React keeps the old node: removing it, or
 * inserting before it, throws, and a new value is written where nobody sees it. A text that is alone in its element is
 * safe, because React then sets the whole content of the element.
 */
import { parseAst } from 'vite';

// biome-ignore lint/suspicious/noExplicitAny: the nodes of the tree are told apart by their `type`.
type Node = any;

/** Names of values that hold elements, not text. A text handed in under such a name is not found. */
const slots =
  /^(about|actions?|after|ahead|askDetails|before|button|cards|children|clock|createElement|createPortal|dialogs?|empty|facts|first|ground|liveChat|more|owed|preferences|share|subscription|tools|way)$/;

type Kind = 'text' | 'element' | 'nothing';

/** A child in JSX: whether it may be a text, and whether it may change or go. */
interface Child {
  node: Node;
  isText: boolean;
  changes: boolean;
}

/**
 * Finds the texts that a translated page would lose: those beside a value, a condition or a list, those in a fragment
 * that is put beside others, and those that a component returns without an element.
 * @param source the text of a `.tsx` file
 * @returns each as 'line: text'
 */
export function bareTexts(source: string): string[] {
  const found: Node[] = [];
  visit(parseAst(source, { lang: 'tsx' }), (node, parent) => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') found.push(...bareChildren(node, parent));
    if (node.type === 'FunctionDeclaration' && /^[A-Z]/.test(node.id?.name))
      found.push(...returnedBy(node.body).filter((at) => kindsOf(at).includes('text')));
  });
  return found.map(({ start, end }) => {
    const text = source.slice(start, end);
    const line = source.slice(0, start + text.search(/\S/)).split('\n').length;
    return `${line}: ${text.trim().replace(/\s+/g, ' ')}`;
  });
}

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
    if (child.type !== 'JSXExpressionContainer') return [{ node: child, isText: false, changes: false }];
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
      return [slots.test(node.name) ? 'element' : 'text'];
    case 'MemberExpression':
      return kindsOf(node.property);
    case 'CallExpression': {
      const make = node.arguments.find((given: Node) => given.type === 'ArrowFunctionExpression');
      if (!make) return kindsOf(node.callee);
      return make.body.type === 'BlockStatement'
        ? returnedBy(make.body).flatMap(kindsOf)
        : kindsOf(make.body);
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
