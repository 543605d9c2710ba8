import type { Deps } from '../deps.ts';
import { deliverNotices } from '../features/delivery/delivery.service.ts';
import { planReminders } from '../features/notices/reminders.service.ts';

/** Writes what members are to be reminded of, and mails what they wish to be told of. */
export async function notices(deps: Deps, stopping: AbortSignal): Promise<void> {
  await planReminders(deps);
  await deliverNotices(deps, stopping);
}
