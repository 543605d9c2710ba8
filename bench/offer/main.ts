import { type Browser, chromium } from 'playwright';
import { openDatabase } from '../../api/db/open.ts';
import { databaseUrl, onServer } from '../../api/testing/databases/database.ts';
import { startPostgres } from '../../api/testing/databases/postgres-server.ts';
import { type RunningServer, startServer } from '../../e2e/server.ts';
import { buildIfNeeded } from '../../scripts/build/build-if-needed.ts';
import { chromiumArgs, findChromium } from '../../scripts/programs/chromium.ts';
import { fillOffer } from './fill.ts';
import { measurePublications } from './publish.ts';
import { measureSearch } from './search.ts';

/**
 * `npm run bench:offer`: an offer of 500 services and eight plans: the weight of a visitor's first page, the time from
 * a key to the painted list on a slow phone, for a visitor and in the app, and the time of each kind of publication
 * until its author has the answer and visitors see it. `-- --postgres`: on PostgreSQL.
 */
const mostBytes = 60_000;

buildIfNeeded();
const postgres = process.argv.includes('--postgres') ? await startPostgres() : null;
let server: RunningServer | null = null;
let browser: Browser | null = null;
try {
  if (postgres) await onServer(postgres.url, 'CREATE DATABASE offer');
  const url = postgres && databaseUrl(postgres.url, 'offer');
  server = await startServer(url ? { env: { DATABASE_URL: url } } : {});
  await server.stop();
  await inDatabase(server, url);
  await server.start();
  browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs });
  const isLight = await measureBytes(server.url);
  const isFound = await measureSearch(browser, server.url);
  const isPublished = await measurePublications(browser, server.url);
  process.exitCode = isLight && isFound && isPublished ? 0 : 1;
} finally {
  await browser?.close();
  await server?.close();
  await postgres?.stop();
}

async function inDatabase({ rows }: RunningServer, url: string | null): Promise<void> {
  if (!url) return rows(fillOffer);
  const db = openDatabase(url);
  try {
    await fillOffer(db);
  } finally {
    await db.destroy();
  }
}

/** The bytes of the catalogue's page as a browser gets them. */
async function measureBytes(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/services`, { headers: { 'accept-encoding': 'br' } });
  const bytes = Number(answer.headers.get('content-length'));
  const isLight = answer.headers.get('content-encoding') === 'br' && bytes <= mostBytes;
  console.log(
    `the visitor's catalogue: ${(bytes / 1000).toFixed(1)} kB of ${mostBytes / 1000}${isLight ? '' : '   too heavy'}`,
  );
  return isLight;
}
