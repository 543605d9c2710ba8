import sqliteTemplate from '../api/testing/databases/sqlite-template.ts';
import { buildIfNeeded } from '../scripts/build/build-if-needed.ts';

/** The journeys use the production build, and start from a migrated database. */
export default async function setup(): Promise<() => Promise<void>> {
  buildIfNeeded();
  return sqliteTemplate();
}
