import type { Deps } from '../deps.ts';
import { publishDuePlans } from '../features/flows/plan-publishing/plan-publishing.service.ts';

/** Publishes the plans whose day has come, and those that failed at the card provider. */
export const planPublications = (deps: Deps, stopping: AbortSignal): Promise<void> =>
  publishDuePlans(deps, stopping);
