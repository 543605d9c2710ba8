import { parseAst } from 'vite';
import { type Node, visit } from './translated-text.ts';

/** Objects whose `name` no person wrote, values that hold such texts beside a `name`, and functions that return them. */
const machines = /^(browser|cause|constructor|device|err|error|event|failure|file|fn|input|os|problem|zone)$/;
const texts = /^(customerName|description|firstName|lastName|preview|review|serviceName)$/;
const makers = /^(firstNameOf|fullNameOf|namesOf)$/;

/**
 * Finds the texts that people wrote and that are joined to others by a bare template: a name that reads from right to
 * left would turn the words, numbers and signs beside it. `oneText` keeps them apart.
 * @param source the text of a file
 * @param lang its kind
 * @returns each as 'line: text'
 */
export function joinedTexts(source: string, lang: 'ts' | 'tsx'): string[] {
  const found: string[] = [];
  const tree = parseAst(source, { lang });
  const named = namesIn(tree);
  const isText = (value: Node) => isWritten(value) || (value.type === 'Identifier' && named.has(value.name));
  visit(tree, (node, parent) => {
    if (node.type !== 'TemplateLiteral' || parent?.type === 'TaggedTemplateExpression') return;
    for (const value of node.expressions.filter(isText))
      found.push(
        `${source.slice(0, value.start).split('\n').length}: ${source.slice(value.start, value.end)}`,
      );
  });
  return found;
}

/** The names that the file gives to such texts. */
function namesIn(tree: Node): Set<string> {
  const names = new Set<string>();
  visit(tree, (node) => {
    if (node.type === 'VariableDeclarator' && node.init && isWritten(node.init)) names.add(node.id.name);
  });
  return names;
}

function isWritten(node: Node): boolean {
  if (/^(Chain|Parenthesized)Expression$/.test(node.type)) return isWritten(node.expression);
  // The left of '&&' is what follows only if it is empty.
  if (node.type === 'LogicalExpression')
    return (node.operator !== '&&' && isWritten(node.left)) || isWritten(node.right);
  if (node.type === 'ConditionalExpression') return isWritten(node.consequent) || isWritten(node.alternate);
  if (node.type === 'CallExpression') return makers.test(node.callee.name);
  if (node.type === 'Identifier') return texts.test(node.name);
  if (node.type !== 'MemberExpression' || node.computed) return false;
  const of = node.object.property?.name ?? node.object.name;
  return texts.test(node.property.name) || (node.property.name === 'name' && !machines.test(of));
}
