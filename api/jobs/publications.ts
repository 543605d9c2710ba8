import type { Deps } from '../deps.ts';
import { publishDue } from '../features/records/catalogue/drafts/drafts.service.ts';

/** Publishes changes of the offer whose day has begun. */
export const publications = (deps: Deps, stopping: AbortSignal): Promise<void> => publishDue(deps, stopping);
