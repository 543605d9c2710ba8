import type { Deps } from '../deps.ts';
import { publishDuePlans } from '../features/flows/plan-publishing/plan-publishing.service.ts';
import { publishDue } from '../features/records/catalogue/drafts/publishing.service.ts';

/**
 * Publishes changes of the offer and of the plans whose day has begun, and plans that failed at the card provider. A
 * failure of one kind does not prevent the other.
 */
export async function publications(deps: Deps, stopping: AbortSignal): Promise<void> {
  for (const publish of [publishDue, publishDuePlans])
    try {
      await publish(deps, stopping);
    } catch (err) {
      deps.log.error({ err, of: publish.name }, 'what is due could not be published');
    }
}
