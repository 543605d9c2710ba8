import { parseAst } from 'vite';
import { type Node, visit } from './translated-text.ts';

/** Names that say how their thing came about, and not which thing it is. */
const vague = /^(asked|is|own|said|told|was)$/;

/**
 * Finds declared names that do not say which thing they hold: variables, parameters, functions, and the properties of
 * types. A letter, a question, a request or an answer has a name of its own.
 * @param source the text of a file
 * @param lang its kind
 * @returns each as 'line: name'
 */
export function vagueNames(source: string, lang: 'ts' | 'tsx'): string[] {
  const found: string[] = [];
  const take = (node: Node) => {
    for (const name of namesIn(node))
      if (vague.test(name.name)) found.push(`${lineOf(source, name)}: ${name.name}`);
  };
  visit(parseAst(source, { lang }), (node) => {
    if (node.type === 'VariableDeclarator') take(node.id);
    if (node.type === 'FunctionDeclaration') take(node.id);
    if (node.type === 'TSPropertySignature' || node.type === 'TSMethodSignature') take(node.key);
    if (Array.isArray(node.params) && node.body) node.params.forEach(take);
  });
  return found;
}

/** The identifiers that a pattern declares. */
function namesIn(node: Node): Node[] {
  if (!node) return [];
  if (node.type === 'Identifier') return [node];
  if (node.type === 'ObjectPattern')
    return node.properties.flatMap((each: Node) => namesIn(each.value ?? each));
  if (node.type === 'ArrayPattern') return node.elements.flatMap(namesIn);
  if (node.type === 'AssignmentPattern') return namesIn(node.left);
  if (node.type === 'RestElement') return namesIn(node.argument);
  return [];
}

const lineOf = (source: string, node: Node): number => source.slice(0, node.start).split('\n').length;
