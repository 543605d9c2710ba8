import { buildIfNeeded } from '../scripts/build/build-if-needed.ts';

/** The journeys use the production build. */
export default async function setup(): Promise<void> {
  buildIfNeeded();
}
