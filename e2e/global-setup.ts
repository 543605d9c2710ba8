import { buildIfNeeded } from '../scripts/build.ts';

/** The journeys drive what would be deployed. */
export default async function setup(): Promise<void> {
  await buildIfNeeded();
}
