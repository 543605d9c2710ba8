import { acts, planChanged } from '../../../bus/changed.ts';
import { givenDays } from '../../../contract/rules/given-hours-terms.ts';
import type { Person } from '../../../core/person.ts';
import { notFound, Refusal } from '../../../core/refusal.ts';
import { dayOf, startOfDay } from '../../../core/wall-clock.ts';
import type { Deps } from '../../../deps.ts';
import { readPerson } from '../../records/account/account.service.ts';
import { gone } from '../../records/account/deletion/deletion.rules.ts';
import { holdGone } from '../../records/account/deletion/deletion-state.service.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import { grantGiven, readGivenBefore } from '../../records/hours/given.service.ts';
import { holdLedger } from '../../records/hours/hours.service.ts';
import { announceBilling } from '../../records/notices/notices.service.ts';

/**
 * Gives a customer hours that can be used until the end of a day, and notifies them. Somebody without a plan can book
 * with them, as with the remaining hours of a plan that has ended.
 * @param key the attempt's own id: a repeat with the same content gives nothing more
 * @throws Refusal `not_found`, `invalid_input` (a day that has passed, or is too far ahead), `conflict` (the account
 * was deleted), `key_reused`
 */
export async function giveHours(
  deps: Pick<Deps, 'db' | 'clock' | 'env' | 'changes'>,
  person: Person,
  userId: string,
  form: { hours: number; expiresOn: string; reason: string },
  key: string | null,
): Promise<void> {
  const { db, clock, env, changes } = deps;
  const { hours, expiresOn, reason } = form;
  if (!(await readPerson(db, userId))) throw notFound('Customer');
  const minutes = Math.round(hours * 60);
  const expiresAt = endOfDay(expiresOn, env.BUSINESS_TIME_ZONE);
  const isNew = await db.transaction().execute(async (tx) => {
    const isGone = await holdGone(tx, userId);
    await holdLedger(tx, userId);
    const earlier = key && (await readGivenBefore(tx, person.id, key));
    if (earlier) {
      const isSame =
        earlier.user_id === userId &&
        earlier.minutes === minutes &&
        earlier.expires_at === expiresAt &&
        earlier.reason === reason;
      if (!isSame) throw new Refusal('key_reused', 'This Idempotency-Key was used for other hours');
      return false;
    }
    if (isGone) throw gone();
    refuseOtherDays(expiresOn, clock.now(), env.BUSINESS_TIME_ZONE);
    const now = clock.now().toISOString();
    const grantId = await grantGiven(tx, {
      userId,
      minutes,
      expiresAt,
      reason,
      givenBy: person.id,
      key,
      now,
    });
    const news = { what: 'hours_given', grantId, hours, expiresAt, reason } as const;
    await announceBilling(tx, { occasion: `given:${grantId}`, userId, news, now });
    await recordAct(tx, {
      actorId: person.id,
      act: 'hours_given',
      subject: { kind: 'user', id: userId },
      userId,
      details: { grantId, givenMinutes: minutes, expiresOn },
      now,
    });
    return true;
  });
  if (!isNew) return;
  planChanged(changes, userId);
  changes.tell({ admins: true, keys: [acts] });
}

/** The last millisecond of a day, so that the expiry is named by that day. */
const endOfDay = (day: string, timeZone: string): string =>
  new Date(Date.parse(startOfDay(day, timeZone, 1)) - 1).toISOString();

/** @throws Refusal `invalid_input` */
function refuseOtherDays(expiresOn: string, now: Date, timeZone: string): void {
  const today = dayOf(now.toISOString(), timeZone);
  const last = dayOf(startOfDay(today, timeZone, givenDays), timeZone);
  if (expiresOn >= today && expiresOn <= last) return;
  const message =
    expiresOn < today ? 'Please choose a day to come' : 'Please choose a day within a year from now';
  throw new Refusal('invalid_input', message, { fields: { expiresOn: message } });
}
