import type { Deps } from '../deps.ts';
import { deliverNotices } from '../features/notices/delivery.service.ts';
import { planReminders } from '../features/notices/reminders.service.ts';

/** Mails what members wish to be told of; nothing where nothing can be mailed. */
export async function notices(deps: Deps, stopping: AbortSignal): Promise<void> {
  if (!deps.mail) return;
  await planReminders(deps);
  await deliverNotices(deps, stopping);
}
