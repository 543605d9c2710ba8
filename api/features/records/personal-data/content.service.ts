import { type Cell, csvFile } from '../../../core/csv.ts';
import { letOthersGo } from '../../../core/turn.ts';
import type { Db } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import type { ZipEntry } from '../../../providers/archives/zip.ts';
import { dataMap } from './map.ts';
import { isShown, type TableAnswer } from './map.types.ts';
import { type Row, selectPhotosOf, selectServicesOf, selectTheirs } from './personal-data.repository.ts';

const pageRows = 500;

interface Shown {
  table: string;
  columns: string[];
  order: readonly string[];
  whose: NonNullable<TableAnswer['whose']>;
}

/** The tables and columns that the map shows to a person. */
const shown: Shown[] = Object.entries(dataMap as Record<string, TableAnswer>).flatMap(
  ([table, { whose, order, columns }]) =>
    whose && order
      ? [
          {
            table,
            whose,
            order,
            columns: Object.keys(columns).filter((column) => isShown(columns[column] ?? 'ours')),
          },
        ]
      : [],
);

/**
 * All data stored about a person, as the map lists it: for each table a file for programs and one for spreadsheets,
 * then the photos of their threads. A table without rows of theirs is left out. Pages are read as the files are
 * asked for.
 * @param stay called repeatedly; throwing ends the reading
 */
export async function* contentOf(
  deps: Pick<Deps, 'db' | 'photos' | 'env'>,
  userId: string,
  stay: () => Promise<void>,
): AsyncGenerator<ZipEntry> {
  const { db, photos, env } = deps;
  yield { name: 'about.txt', content: [Buffer.from(aboutText(env.BUSINESS_NAME, env.SUPPORT_EMAIL))] };
  for (const each of shown) {
    await stay();
    const [first] = await pagesOf(db, each, userId, 1)
      .next()
      .then(({ value }) => value ?? []);
    if (!first) continue;
    const pages = () => pagesOf(db, each, userId);
    yield { name: `data/${each.table}.json`, content: jsonOf(pages()) };
    yield { name: `data/${each.table}.csv`, content: csvOf(each.columns, pages()) };
  }
  const services = await selectServicesOf(db, userId);
  if (services.length) {
    yield { name: 'data/services.json', content: jsonOf([services]) };
    yield { name: 'data/services.csv', content: csvOf(['id', 'name'], [services]) };
  }
  for (let after = ''; ; ) {
    const page = await selectPhotosOf(db, { userId, after, rows: pageRows });
    for (const { id, file_id } of page) {
      await stay();
      const bytes = await photos.read(file_id, 'large');
      if (bytes) yield { name: `photos/${id}.webp`, content: [bytes], packed: true };
    }
    if (page.length < pageRows) return;
    after = page.at(-1)?.id ?? '';
    await letOthersGo();
  }
}

async function* pagesOf(
  db: Db,
  { table, whose, order, columns }: Shown,
  userId: string,
  rows = pageRows,
): AsyncGenerator<Row[], undefined> {
  for (let after: Row[string][] | null = null; ; ) {
    const page: Row[] = await selectTheirs(db, { table, whose, userId, columns, order, after, rows });
    if (page.length) yield page.map((row) => Object.fromEntries(columns.map((c) => [c, row[c] ?? null])));
    const last = page.at(-1);
    if (page.length < rows || !last) return;
    after = order.map((column) => last[column] ?? null);
    await letOthersGo();
  }
}

type Pages = Iterable<Row[]> | AsyncIterable<Row[]>;

async function* jsonOf(pages: Pages): AsyncGenerator<Uint8Array> {
  let before = '[\n';
  for await (const page of pages) {
    yield Buffer.from(before + page.map((row) => JSON.stringify(row)).join(',\n'));
    before = ',\n';
  }
  yield Buffer.from(before === '[\n' ? '[]\n' : '\n]\n');
}

async function* csvOf(columns: readonly string[], pages: Pages): AsyncGenerator<Uint8Array> {
  const cellsOf = (row: Row) => columns.map((column): Cell => row[column] ?? null);
  for await (const piece of csvFile(columns, pages, cellsOf)) yield Buffer.from(piece);
}

const aboutText = (business: string, support: string): string => `Your data at ${business}

This is all data that ${business} stores about you, except that which protects your account, such as digests and keys.

data/     each kind of thing twice: .json for programs, .csv for spreadsheets
photos/   the photos of your messages and answers; their names are the ids in data/photos and data/answer_photos

Times are in UTC (ISO 8601). Money is in cents, hours are in minutes. 1 means yes and 0 means no.
Ids join things: the booking_id of a message is the id of its booking.
In the .csv files what a spreadsheet would take for a formula begins with an apostrophe.

Your cards are not here: they are kept by the card provider, and you see them under Billing.

Questions? Write to ${support}.
`;
