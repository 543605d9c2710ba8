import type { Compilable, CompiledQuery } from 'kysely';
import type { Db } from './database.ts';
import { isPostgres } from './open.ts';
import { nameQuery } from './postgres/query-names.ts';

/** A placeholder in the query for a later value. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query that is built and compiled once per engine and run with new values, because building costs more than
 * running. Inside `build`, `p.x` may stand where a value may (`where`, `values`, `limit`), and nowhere else.
 */
export function prepared<P extends object, O>(
  build: (db: Db, p: P) => Compilable<O>,
): (db: Db, values: P) => Promise<O[]> {
  const compiled = new Map<boolean, CompiledQuery<O>>();
  return async (db, values) => {
    const postgres = isPostgres(db);
    let query = compiled.get(postgres);
    if (!query) {
      const named = new Proxy({}, { get: (_, name) => new Parameter(String(name)) });
      query = build(db, named as P).compile() as CompiledQuery<O>;
      if (postgres) nameQuery(query.sql);
      compiled.set(postgres, query);
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Parameter ? values[value.name as keyof P] : value,
    );
    return (await db.executeQuery<O>({ ...query, parameters })).rows;
  };
}
