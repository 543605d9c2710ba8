import { randomUUID } from 'node:crypto';
import { bookingChanged, threadChanged } from '../../../bus/changed.ts';
import type { QuoteForm } from '../../../contract/calls/quotes-calls.ts';
import { quoteLimits } from '../../../contract/rules/quote-terms.ts';
import type { CustomRequest } from '../../../contract/schemas/quotes.ts';
import type { Person } from '../../../core/person.ts';
import { Refusal } from '../../../core/refusal.ts';
import type { Tx } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { refuseGone } from '../../records/account/deletion/deletion-state.service.ts';
import { recordAct } from '../../records/audit/audit.service.ts';
import { requireNear, requireOpen } from '../../records/bookings/booking-limits.rules.ts';
import { hasHours } from '../../records/hours/plan-hours.service.ts';
import { writeAsTeam } from '../../records/messages/messages.service.ts';
import { announceQuote } from '../../records/notices/notices.service.ts';
import type { QuoteParts } from '../../records/quotes/current.service.ts';
import { requireFree } from '../../records/quotes/quoted-time.service.ts';
import {
  endQuote,
  findAttempt,
  insertQuote,
  type QuoteRow,
  selectCurrent,
  selectRequest,
  updateRequest,
} from '../../records/quotes/quotes.repository.ts';
import { answeredMeanwhile, mayQuote, requestStateOf, stateOf } from '../../records/quotes/quotes.rules.ts';
import { lockRequest, readRequest } from '../../records/quotes/requests.service.ts';
import { giveUpQuotePayments } from '../checkout/quote-payments.service.ts';

const dayMs = 86_400_000;

/**
 * Answers a custom request with a price or with hours of the customer's plan. It replaces an open quote, whose
 * unpaid payments are cancelled. The customer gets a mail, and the message appears in the thread.
 * @param form.replaces the open quote that the administrator saw, so that another's is not replaced unknowingly
 * @param key the attempt's own id: a repeat with the same content returns the request as it is now
 * @throws Refusal `not_found`, `conflict` (agreed, begun or cancelled; another quote is open; the account is being
 * deleted), `plan_required` (hours for a customer without any), `invalid_input` (a time that has passed, or is too
 * far ahead, or at which no visit begins), `slot_taken` (a free time that is free no more), `key_reused`
 */
export async function sendQuote(
  deps: QuoteParts & Pick<Deps, 'business'>,
  person: Person,
  id: string,
  form: QuoteForm,
  key: string | null,
): Promise<CustomRequest> {
  const { db, clock, changes } = deps;
  const content = contentOf(id, form);
  const sent = await db.transaction().execute(async (tx) => {
    const booking = await lockRequest(tx, id);
    const earlier = key && (await findAttempt(tx, person.id, key));
    if (earlier) {
      refuseOther(earlier, content);
      return null;
    }
    await refuseGone(tx, booking.user_id);
    const now = clock.now();
    if (!mayQuote(booking)) throw new Refusal('conflict', 'This request can no longer be answered');
    const [before] = await selectCurrent(tx, { bookingId: id });
    if (before && before.id !== form.replaces && stateOf(before, booking, now) === 'open')
      throw answeredMeanwhile();
    if (content.scheduled_date && content.scheduled_date !== booking.scheduled_date)
      requireOpen(deps.business.current(), content.scheduled_date);
    const start = content.is_slot === 1 ? content.scheduled_date : null;
    const window_minutes =
      start === null ? null : await requireFree(tx, { booking, now, start, minutes: content.minutes });
    if (content.minutes !== null && !(await hasHours(tx, booking.user_id, now)))
      throw new Refusal('plan_required', 'This customer has no plan whose hours could be used');
    const at = now.toISOString();
    const quote: QuoteRow = {
      ...content,
      window_minutes,
      id: randomUUID(),
      status: 'open',
      expires_at: expiryOf(content.scheduled_date, form.expiresAt, now),
      created_by: person.id,
      client_id: key,
      created_at: at,
      settled_at: null,
    };
    if (before) await endQuote(tx, before.id, { status: 'replaced', settled_at: at });
    await insertQuote(tx, quote);
    await updateRequest(tx, id, {
      state: requestStateOf(booking.status, 'open'),
      quote_id: quote.id,
      quote_until: quote.expires_at,
      ...((await isUnanswered(tx, id)) && { answered_at: at }),
    });
    const about = { bookingId: id, userId: booking.user_id, now: at };
    if (quote.message)
      await writeAsTeam(tx, { bookingId: id, senderId: person.id, message: quote.message, now: at });
    await announceQuote(tx, { ...about, quoteId: quote.id });
    await recordAct(tx, {
      actorId: person.id,
      act: 'quote_sent',
      subject: { kind: 'booking', id },
      userId: booking.user_id,
      details: {
        quoteId: quote.id,
        kind: quote.kind,
        amountCents: quote.amount_cents,
        hours: quote.minutes === null ? null : quote.minutes / 60,
        scheduledDate: quote.scheduled_date,
        expiresAt: quote.expires_at,
        replaces: before?.status === 'open' ? before.id : null,
      },
      now: at,
    });
    return { userId: booking.user_id, replaced: before?.status === 'open' ? before.id : null };
  });
  if (sent) {
    bookingChanged(changes, { id, userId: sent.userId });
    if (content.message) threadChanged(changes, { id, userId: sent.userId });
    if (sent.replaced) await giveUpQuotePayments(deps, sent.replaced);
  }
  return readRequest(deps, id);
}

async function isUnanswered(db: Tx, id: string): Promise<boolean> {
  const [request] = await selectRequest(db, { id });
  return request?.answered_at === null;
}

/** The quote in the form in which it is stored. */
const contentOf = (id: string, form: QuoteForm) => ({
  booking_id: id,
  kind: form.kind,
  amount_cents: form.kind === 'price' ? form.amountCents : null,
  minutes: form.kind === 'hours' ? Math.round(form.hours * 60) : null,
  scheduled_date: form.scheduledDate ? new Date(form.scheduledDate).toISOString() : null,
  is_slot: form.isSlot && form.scheduledDate ? 1 : 0,
  message: form.message || null,
});

function refuseOther(earlier: QuoteRow, content: ReturnType<typeof contentOf>): void {
  const names = Object.keys(content) as (keyof typeof content)[];
  if (names.some((name) => earlier[name] !== content[name]))
    throw new Refusal('key_reused', 'This Idempotency-Key was used for another quote');
}

/** The expiry: a week from now or as given, but not after the proposed time. @throws Refusal `invalid_input` */
function expiryOf(scheduledDate: string | null, wanted: string | undefined, now: Date): string {
  const at = now.getTime();
  if (scheduledDate && Date.parse(scheduledDate) <= at)
    throw refused('scheduledDate', 'Please choose a time to come');
  if (scheduledDate) requireNear(scheduledDate, now);
  const stated = wanted === undefined ? at + quoteLimits.days.usual * dayMs : Date.parse(wanted);
  if (stated <= at || stated > at + quoteLimits.days.max * dayMs)
    throw refused('expiresAt', `Please choose a time within the next ${quoteLimits.days.max} days`);
  const until = scheduledDate ? Math.min(stated, Date.parse(scheduledDate)) : stated;
  return new Date(until).toISOString();
}

const refused = (field: string, message: string) =>
  new Refusal('invalid_input', message, { fields: { [field]: message } });
