import type { Deps } from '../deps.ts';
import { makeDataExports } from '../features/views/data-export/making.service.ts';

/** Makes the requested files of people's data. */
export async function dataExports(deps: Deps, stopping: AbortSignal): Promise<void> {
  await makeDataExports(deps, stopping);
}
