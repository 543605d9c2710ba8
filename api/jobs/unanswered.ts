import type { Deps } from '../deps.ts';
import { lapseQuestions } from '../features/flows/overtime-answers/lapse.service.ts';

/** Ends questions to customers that were not answered in time. */
export const unanswered = (deps: Deps, stopping: AbortSignal): Promise<void> =>
  lapseQuestions(deps, stopping);
