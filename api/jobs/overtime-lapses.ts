import type { Deps } from '../deps.ts';
import { lapseQuestions } from '../features/flows/overtime-answers/lapse.service.ts';

/** Ends questions about overtime that customers did not answer in time. */
export const overtimeLapses = (deps: Deps, stopping: AbortSignal): Promise<void> =>
  lapseQuestions(deps, stopping);
