import type { Deps } from '../deps.ts';
import { deliverNotices } from '../features/flows/delivery/delivery.service.ts';
import { deliverInvitations } from '../features/flows/delivery/invitation-letters.service.ts';
import { planReminders } from '../features/records/notices/reminders/reminders.service.ts';

/** Writes the due reminders, and mails the due notices and invitations. */
export async function notices(deps: Deps, stopping: AbortSignal): Promise<void> {
  await planReminders(deps);
  await deliverNotices(deps, stopping);
  await deliverInvitations(deps, stopping);
}
