import { parseAst } from 'vite';
import { type Node, visit } from './translated-text.ts';

/** Names that say how their thing came about, and not which thing it is. */
const vague = /^(asked|is|own|said|told|was)$/i;

const namedKinds = new Set(['FunctionDeclaration', 'TSInterfaceDeclaration', 'TSTypeAliasDeclaration']);

/**
 * Finds declared names that do not say which thing they hold: variables, parameters, functions, types and their
 * properties. A letter, a question, a request or an answer has a name of its own.
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
    if (namedKinds.has(node.type)) take(node.id);
    if (node.type === 'TSPropertySignature' || node.type === 'TSMethodSignature') take(node.key);
    if (Array.isArray(node.params) && node.body) node.params.forEach(take);
  });
  return found;
}

/**
 * Finds functions whose parameters have another form than CONTRIBUTING gives: the database as `tx`, the product's
 * parts as `parts`, or parts that are destructured in the list of parameters.
 * @param source the text of a file of the server
 * @returns each as 'line: name of the function'
 */
export function oddParameters(source: string): string[] {
  const found: string[] = [];
  visit(parseAst(source, { lang: 'ts' }), (node, parent) => {
    // Functions inside of others are theirs alone.
    if (node.type === 'BlockStatement') return false;
    const isNamed = node.type === 'FunctionDeclaration' || parent?.type === 'VariableDeclarator';
    if (!isNamed || !Array.isArray(node.params)) return undefined;
    const odd = node.params.some((param: Node) => {
      if (param.type === 'Identifier')
        return param.name === 'tx' || (param.name === 'parts' && isDeps(param));
      return param.type === 'ObjectPattern' && isDeps(param);
    });
    if (odd) found.push(`${lineOf(source, node)}: ${(node.id ?? parent.id).name}`);
    return undefined;
  });
  return found;

  function isDeps({ typeAnnotation }: Node): boolean {
    return (
      typeAnnotation && /\b\w*(Deps|Parts)\b/.test(source.slice(typeAnnotation.start, typeAnnotation.end))
    );
  }
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
