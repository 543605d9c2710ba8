import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { TestServer } from '../servers/server.ts';
import { paymentsSandbox } from './cards.ts';

/** The columns of all tables that contain a text. */
export async function columnsWith({ deps: { db } }: TestServer, text: string): Promise<string[]> {
  const found = new Set<string>();
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (String(value).includes(text)) found.add(`${name}.${column}`);
  }
  return [...found].sort();
}

/**
 * Every file in our folder that contains a text, without those of the counterparties: their own books, and the
 * person’s own mailbox.
 */
export async function filesWith({ deps }: TestServer, text: string): Promise<string[]> {
  const { DATA_DIR } = deps.env;
  const names = await readdir(DATA_DIR, { recursive: true, withFileTypes: true });
  const found: string[] = [];
  for (const entry of names) {
    const file = join(entry.parentPath, entry.name);
    if (!entry.isFile() || file.startsWith(join(DATA_DIR, 'sandbox'))) continue;
    if ((await readFile(file)).includes(text)) found.push(file);
  }
  return found;
}

/** Reads from the card provider, as its key's owner may. */
export async function readProvider(
  server: TestServer,
  path: string,
): Promise<{ status: number; body: string }> {
  const { keys, listen } = paymentsSandbox(server);
  const { protocol, host, port } = await listen();
  const headers = { authorization: `Bearer ${keys.secretKey}` };
  const response = await fetch(`${protocol}://${host}:${port}/v1/${path}`, { headers });
  return { status: response.status, body: await response.text() };
}

const kindsAtProvider = [
  'subscriptions?status=all',
  'invoices',
  'payment_intents',
  'setup_intents',
  'charges',
  'refunds',
  'disputes',
];

/** The fields of all objects at the provider that contain a text. Of its events, it says only whether one does. */
export async function fieldsAtProvider(server: TestServer, text: string): Promise<string[]> {
  const found = new Set<string>();
  for (const path of kindsAtProvider) {
    const kind = path.split('?')[0] ?? '';
    for (const object of await allOf(server, path))
      for (const [field, value] of Object.entries(object))
        if (JSON.stringify(value).includes(text)) found.add(`${kind}.${field}`);
  }
  // The charged cards, which no longer have a customer.
  for (const { payment_method } of await allOf(server, 'charges'))
    if ((await readProvider(server, `payment_methods/${payment_method}`)).body.includes(text))
      found.add('payment_methods');
  if (JSON.stringify(await allOf(server, 'events')).includes(text)) found.add('events');
  return [...found];
}

async function allOf(
  server: TestServer,
  path: string,
): Promise<({ id: string } & Record<string, unknown>)[]> {
  const { body } = await readProvider(server, `${path}${path.includes('?') ? '&' : '?'}limit=100`);
  const page = JSON.parse(body);
  if (page.has_more !== false) throw new Error(`There are more ${path} than one page has`);
  return page.data;
}
