const names = new Map<string, string>();

/**
 * Gives a query a name: PostgreSQL then parses it once per connection, and soon keeps one plan for all values
 * (https://www.postgresql.org/docs/current/sql-prepare.html). For texts that are written in the code, so that they are
 * few, and whose rows are found by the same index for any value; a search's words need a plan of their own.
 */
export function nameQuery(text: string): void {
  if (!names.has(text)) names.set(text, `q${names.size + 1}`);
}

/** @returns the name that a query's text was given, if any */
export function queryName(text: string): string | undefined {
  return names.get(text);
}
