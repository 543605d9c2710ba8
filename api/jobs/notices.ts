import type { Deps } from '../deps.ts';
import { deliverNotices } from '../features/flows/delivery/delivery.service.ts';
import { planReminders } from '../features/records/notices/reminders.service.ts';

/** Writes the due reminders, and mails the due notices. */
export async function notices(deps: Deps, stopping: AbortSignal): Promise<void> {
  await planReminders(deps);
  await deliverNotices(deps, stopping);
}
