import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { Db } from '../api/db/database.ts';
import { migrate } from '../api/db/migrate.ts';
import { openDatabase } from '../api/db/open.ts';

const at = (path: string) => resolve(fileURLToPath(new URL('..', import.meta.url)), path);
/** The page's place in the repository. */
export const pageFile = at('docs/database.md');

interface Column {
  name: string;
  type: string;
  notnull: number;
  /** The column's place in the primary key, from 1; 0 if it has none. */
  pk: number;
}
interface Reference {
  from: string;
  table: string;
}
interface Table {
  name: string;
  feature: string;
  columns: Column[];
  references: Reference[];
  /** Columns with unique values. */
  unique: string[];
}

/** `npm run docs:database`: the diagram of the database, drawn from a SQLite database with every migration in it. */
export async function databasePage(): Promise<string> {
  const db = openDatabase(':memory:');
  try {
    await migrate(db);
    return page(await tables(db));
  } finally {
    await db.destroy();
  }
}

async function tables(db: Db): Promise<Table[]> {
  const features = featuresOfTables();
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_schema
    where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'
    order by name`.execute(db);
  return Promise.all(
    rows.map(async ({ name }) => {
      const feature = features.get(name);
      if (!feature) throw new Error(`The table ${name} is declared in no x.table.ts`);
      const columns = await sql<Column>`
        select name, lower(type) as type, "notnull", pk from pragma_table_info(${name}) order by cid`.execute(
        db,
      );
      const references = await sql<Reference>`
        select "from", "table" from pragma_foreign_key_list(${name}) order by "from"`.execute(db);
      const unique = await sql<{ name: string }>`
        select min(i.name) as name from pragma_index_list(${name}) as l, pragma_index_info(l.name) as i
        where l."unique" = 1 and l.partial = 0 and l.origin <> 'pk'
        group by l.name having count(*) = 1`.execute(db);
      return {
        name,
        feature,
        columns: columns.rows,
        references: references.rows,
        unique: unique.rows.map((row) => row.name),
      };
    }),
  );
}

/** A file's group: the folder of its floor in api/features, such as `hours`, or else the folder that it is in. */
const groupOf = (file: string): string =>
  /^api\/features\/\w+\/([^/]+)/.exec(file)?.[1] ?? file.split('/').at(-2) ?? '';

/** Each table's feature: the folder whose `x.table.ts` declares it. */
function featuresOfTables(): Map<string, string> {
  const files = globSync('api/features/**/*.table.ts', { cwd: at('.') });
  return new Map(
    ['api/db/database.ts', ...files].flatMap((file) => {
      const [, declared = ''] = /interface Database \{(.*?)\}/s.exec(readFileSync(at(file), 'utf8')) ?? [];
      return [...declared.matchAll(/(\w+): \w+;/g)].map(([, table = '']) => [table, groupOf(file)] as const);
    }),
  );
}

function page(all: Table[]): string {
  const byFeature = Map.groupBy(all, (table) => table.feature);
  const features = [...byFeature.keys()].sort();
  return `# The database

Made by \`npm run docs:database\` from the migrations (\`api/db/migrations\`); a test fails when it is out of date. Do not edit it by hand.

There are ${all.length} tables in ${features.length} groups. SQLite and PostgreSQL have the same ones. What each column means stands beside it in the group's own file (\`x.table.ts\`), and the forms of ids, times, money and hours in \`api/db/database.ts\`. What becomes of each column when its person asks for their data, or leaves, stands in \`api/features/records/personal-data/map.ts\`.

In the drawings, \`PK\` is the primary key, \`FK\` refers to another table, \`UK\` is different in every row, and \`?\` may be empty (null).

## How the tables refer to each other
${diagram(all.flatMap(relations))}
${features.map((feature) => group(feature, byFeature.get(feature) ?? [])).join('\n')}`;
}

function group(feature: string, its: Table[]): string {
  return `## ${feature}
${diagram([...its.map(entity), ...its.flatMap(relations)])}
`;
}

const diagram = (lines: string[]) => `\`\`\`mermaid
erDiagram
${lines.join('\n')}
\`\`\`
`;

function entity({ name, columns, references, unique }: Table): string {
  const lines = columns.map((column) => {
    const keys = [
      column.pk > 0 && 'PK',
      references.some((reference) => reference.from === column.name) && 'FK',
      unique.includes(column.name) && 'UK',
    ].filter(Boolean);
    const empty = column.notnull || column.pk > 0 ? '' : '"?"';
    return `    ${[column.type, column.name, keys.join(', '), empty].filter(Boolean).join(' ')}`;
  });
  return `  ${name} {\n${lines.join('\n')}\n  }`;
}

/** Any number of this table's rows refer to one row of the other; at most one if the column is unique. */
function relations({ name, columns, references, unique }: Table): string[] {
  const keys = columns.filter((column) => column.pk > 0);
  return references.map(({ from, table }) => {
    const column = columns.find((other) => other.name === from);
    const alone = unique.includes(from) || (keys.length === 1 && keys[0]?.name === from);
    const one = column?.notnull || column?.pk ? '||' : '|o';
    return `  ${table} ${one}--${alone ? 'o|' : 'o{'} ${name} : ${from}`;
  });
}

if (import.meta.main) writeFileSync(pageFile, await databasePage());
