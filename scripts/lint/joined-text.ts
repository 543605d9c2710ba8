import { parseAst } from 'vite';
import { type Node, visit } from './translated-text.ts';

/** Objects whose `name` a person wrote, other values that hold such texts, and functions that return them. */
const people = /^(actor|assignee|author|category|customer|person|reply|service|typist)$/;
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
  visit(parseAst(source, { lang }), (node, parent) => {
    if (node.type !== 'TemplateLiteral' || parent?.type === 'TaggedTemplateExpression') return;
    for (const value of node.expressions.filter(isWritten))
      found.push(
        `${source.slice(0, value.start).split('\n').length}: ${source.slice(value.start, value.end)}`,
      );
  });
  return found;
}

function isWritten(node: Node): boolean {
  if (node.type === 'ChainExpression') return isWritten(node.expression);
  if (node.type === 'CallExpression') return makers.test(node.callee.name);
  if (node.type === 'Identifier') return texts.test(node.name);
  if (node.type !== 'MemberExpression') return false;
  const of = node.object.property?.name ?? node.object.name;
  return texts.test(node.property.name) || (node.property.name === 'name' && people.test(of));
}
