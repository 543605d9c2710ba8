import type { Deps } from '../../deps.ts';
import { cleaning } from '../../jobs/cleaning.ts';

/** Runs the hourly cleaning on two processes at once. */
export async function cleanOnTwo(deps: Deps): Promise<void> {
  const { signal } = new AbortController();
  await Promise.all([cleaning(deps, signal), cleaning(deps, signal)]);
}
