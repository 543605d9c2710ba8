import type { Deps } from '../deps.ts';
import { findDisputes } from '../features/dispute-cases/disputes.service.ts';
import { PaymentsUnavailable } from '../providers/payments/payments.ts';

/** Finds disputes whose events were lost. */
export async function disputes(deps: Deps, stopping: AbortSignal): Promise<void> {
  try {
    await findDisputes(deps, stopping);
  } catch (err) {
    if (!(err instanceof PaymentsUnavailable)) throw err;
    deps.log.warn({ err }, 'the card provider was not reached; the next round asks for disputes again');
  }
}
