import type { Deps } from '../deps.ts';
import { receiveMissedEvents } from '../features/flows/webhooks/webhooks.service.ts';
import { PaymentsUnavailable } from '../providers/payments/payments.ts';

/** Receives events of the card provider that were lost on their way. */
export async function missedEvents(deps: Deps, stopping: AbortSignal): Promise<void> {
  try {
    await receiveMissedEvents(deps, stopping);
  } catch (err) {
    if (!(err instanceof PaymentsUnavailable)) throw err;
    deps.log.warn(
      { err },
      'the card provider did not answer or refused; the next round asks for missed events again',
    );
  }
}
