import type { AuditEntry } from '../../../api/contract/schemas/customers.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { formatDayMonth } from '../../lib/time/dates.ts';
import { inHours } from '../../shared/hours/hours-line.ts';

type Details = AuditEntry['details'];
type Detail = Details[string] | undefined;

const bookedByWords: Record<string, string | undefined> = {
  both: 'plan or card',
  plan: 'plan alone',
  card: 'card alone',
};

/** The short values of a service or a category, which stand with their words before and after. */
const valued: Record<string, { label: string; text: (value: Detail) => string }> = {
  name: { label: 'its name', text: (value) => String(value ?? 'none') },
  price_cents: {
    label: 'its price',
    text: (value) => (typeof value === 'number' ? formatMoney(value) : 'none'),
  },
  estimated_minutes: {
    label: 'its length',
    text: (value) => (typeof value === 'number' ? inHours(value / 60) : 'none'),
  },
  notice_hours: {
    label: 'its notice',
    text: (value) => (typeof value === 'number' && value > 0 ? inHours(value) : 'none'),
  },
  booked_by: { label: 'the way to book it', text: (value) => bookedByWords[String(value)] ?? String(value) },
};

/** Values that are too long for a sentence, or mean nothing to a reader. */
const named: Record<string, string> = {
  description: 'its description',
  included: 'what it includes',
  search_words: 'its search words',
  category_id: 'its category',
  drawing: 'its drawing',
  picture: 'its picture',
  short_name: 'its name on the tab',
  color: 'its colour',
  icon: 'its icon',
  questions: 'what it asks',
};

export type OfferAct = Extract<
  AuditEntry['act'],
  `service_${string}` | `category_${string}` | `offer_${string}`
>;
export const isOfferAct = (act: AuditEntry['act']): act is OfferAct => /^(service|category|offer)_/.test(act);

/** A change of the offer in words, after the name: 'changed the service Lawn care: its price from $95 to $110'. */
export function offerWords(act: OfferAct, details: Details, now: Date = new Date()): string {
  const name = typeof details.name === 'string' ? details.name : '';
  if (act === 'offer_ordered')
    return name
      ? oneText`put the services of ${name} into another order`
      : 'put the categories into another order';
  const kind = act.startsWith('service') ? 'service' : 'category';
  const planned = plannedOn(details, now);
  if (act === 'offer_planned' || act === 'offer_published') {
    const names = String(details.names ?? '');
    return act === 'offer_planned'
      ? oneText`planned to publish together on ${planned}: ${names}`
      : oneText`published together${planned && `, as planned for ${planned}`}: ${names}`;
  }
  if (act === 'service_added' || act === 'category_added')
    return oneText`added the ${kind} ${name}${planned && `, as planned for ${planned}`}`;
  if (act === 'service_draft_dropped' || act === 'category_draft_dropped')
    return oneText`dropped the draft of the ${kind} ${name}`;
  const isDraft = act === 'service_drafted' || act === 'category_drafted';
  const changes = changesIn(details);
  const active = details['active.to'];
  const asPlanned = planned && `, as planned for ${planned}`;
  if (!isDraft && changes.length === 0) {
    if (active === 0) return oneText`took the ${kind} ${name} off the offer${asPlanned}`;
    if (active === 1) return oneText`put the ${kind} ${name} back on the offer${asPlanned}`;
  }
  if (active === 0) changes.push('taken off the offer');
  if (active === 1) changes.push('put back on the offer');
  const what = changes.length > 0 && `: ${changes.join(', ')}`;
  if (!isDraft) return oneText`changed the ${kind} ${name}${asPlanned}${what}`;
  return planned
    ? oneText`planned the ${kind} ${name} for ${planned}${what}`
    : oneText`kept a draft of the ${kind} ${name}${what}`;
}

/** '1 March' of the day on which a draft is published; '' without one. */
const plannedOn = ({ publishOn }: Details, now: Date): string =>
  typeof publishOn === 'string' ? formatDayMonth(`${publishOn}T12:00:00.000Z`, 'UTC', now) : '';

const changesIn = (details: Details): string[] =>
  Object.keys(details)
    .filter((key) => key.endsWith('.to'))
    .map((key) => key.slice(0, -'.to'.length))
    .map((column) => {
      const value = valued[column];
      if (!value) return named[column];
      const [from, to] = [details[`${column}.from`], details[`${column}.to`]];
      return oneText`${value.label} from ${value.text(from)} to ${value.text(to)}`;
    })
    .filter((words) => words !== undefined);
