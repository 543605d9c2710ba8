import type { Deps } from '../deps.ts';
import { publishDuePlans } from '../features/flows/plan-publishing/plan-publishing.service.ts';
import { publishDue } from '../features/records/catalogue/drafts/drafts.service.ts';

/** Publishes changes of the offer and of the plans whose day has begun, and plans that failed at the card provider. */
export async function publications(deps: Deps, stopping: AbortSignal): Promise<void> {
  await publishDue(deps, stopping);
  await publishDuePlans(deps, stopping);
}
