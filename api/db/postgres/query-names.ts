/** A connection keeps the plans of this many queries, at about 20 kB each. */
const mostNames = 400;
/** Longer ones are lists of many rows or ids, of which few are alike. */
const longestText = 4_000;
const hasPlan = /^(select|insert|update|delete|with) /i;

/**
 * Names for queries that are asked more than once: PostgreSQL parses a named one once per connection, and plans it anew
 * only while that pays (https://www.postgresql.org/docs/current/sql-prepare.html).
 * @returns the name of a query's text; `undefined` at its first time, and for those that get none
 */
export function queryNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  const once = new Set<string>();
  return (text) => {
    const known = names.get(text);
    if (known || names.size === mostNames || text.length > longestText || !hasPlan.test(text)) return known;
    if (!once.delete(text)) {
      if (once.size === mostNames) once.clear();
      once.add(text);
      return undefined;
    }
    const name = `q${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}
