import type { Deps } from '../deps.ts';
import { makeDataExports } from '../features/data-export/making.service.ts';

/** Makes the files of their data that people asked for. */
export async function dataExports(deps: Deps, stopping: AbortSignal): Promise<void> {
  await makeDataExports(deps, stopping);
}
