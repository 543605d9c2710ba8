import { buildIfNeeded } from '../scripts/build-if-needed.ts';

/** The journeys drive what would be deployed. */
export default async function setup(): Promise<void> {
  buildIfNeeded();
}
