import { answerWithinMs } from '../../../contract/rules/quote-terms.ts';
import type { CustomRequest, OwnQuote, Quote } from '../../../contract/schemas/quotes.ts';
import { listedCustomer } from '../../../core/person-name.ts';
import { notesOf } from '../bookings/booking-details/booking-details.ts';
import type { QuoteRow, RequestRow } from './quotes.repository.ts';
import { mayQuote } from './quotes.rules.ts';

type Facts = Pick<
  QuoteRow,
  | 'id'
  | 'kind'
  | 'amount_cents'
  | 'minutes'
  | 'scheduled_date'
  | 'is_slot'
  | 'window_minutes'
  | 'message'
  | 'expires_at'
  | 'created_at'
>;

export function presentQuote(quote: Facts, state: Quote['state']): Quote {
  return {
    id: quote.id,
    kind: quote.kind,
    amountCents: quote.amount_cents,
    hours: quote.minutes === null ? null : quote.minutes / 60,
    scheduledDate: quote.scheduled_date,
    ...(quote.is_slot === 1 && { isSlot: true as const }),
    ...(quote.window_minutes !== null && { windowMinutes: quote.window_minutes }),
    message: quote.message,
    state,
    expiresAt: quote.expires_at,
    createdAt: quote.created_at,
  };
}

export const presentOwnQuote = (quote: Facts, state: Quote['state'], terms: OwnQuote['terms']): OwnQuote => ({
  ...presentQuote(quote, state),
  terms,
});

export function presentRequest(
  row: RequestRow,
  remainingMinutes: number,
  quote: Quote | null,
): CustomRequest {
  return {
    id: row.id,
    state: row.state,
    bookingStatus: row.status,
    mayQuote: mayQuote(row),
    createdAt: row.created_at,
    answerBy: new Date(Date.parse(row.created_at) + answerWithinMs).toISOString(),
    answeredAt: row.answered_at,
    serviceName: row.service_name,
    description: row.description,
    priority: row.priority,
    location: row.location,
    contactInfo: row.contact_info,
    wantedDate: row.scheduled_date,
    scheduledDate: row.planned_date,
    estimatedHours: (row.asked_minutes ?? row.estimated_minutes) / 60,
    notes: notesOf(row, row),
    customer: {
      ...listedCustomer(row),
      tier: row.tier ?? 'none',
      remainingHours: Math.round((Math.max(0, remainingMinutes) / 60) * 100) / 100,
      hasPriority: row.plan_priority === 1,
    },
    quote,
  };
}
