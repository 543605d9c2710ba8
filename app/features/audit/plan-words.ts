import type { AuditEntry } from '../../../api/contract/schemas/customers.ts';
import { formatMoney } from '../../lib/money.ts';
import { oneText } from '../../lib/one-text.ts';
import { formatWhen, inSentence } from '../../lib/time/dates.ts';
import { inHours } from '../../shared/hours/hours-line.ts';

type Details = AuditEntry['details'];
type Detail = Details[string] | undefined;

type PlanAct = Extract<AuditEntry['act'], `plan${string}`>;
const planActs: Record<PlanAct, true> = {
  plan_added: true,
  plan_edited: true,
  plan_dropped: true,
  plan_marked: true,
  plans_ordered: true,
  plan_scheduled: true,
  plan_unscheduled: true,
  plan_published: true,
};
/** An act of a newer release may have such a name, too. */
export const isPlanAct = (act: AuditEntry['act']): act is PlanAct => Object.hasOwn(planActs, act);

/** The values of a plan that stand with their words before and after. */
const valued: Record<string, { label: string; text: (value: Detail) => string }> = {
  name: { label: 'its name', text: (value) => String(value ?? 'none') },
  price_cents: {
    label: 'its price',
    text: (value) => (typeof value === 'number' ? formatMoney(value) : 'none'),
  },
  minutes: {
    label: 'its hours',
    text: (value) => (typeof value === 'number' ? inHours(value / 60) : 'none'),
  },
};

/** Values of which a sentence says only that they changed. */
const named: Record<string, string> = {
  concierge: 'its concierge’s name',
  features: 'its features',
  notice_hours: 'its notice',
  horizon_days: 'how far ahead it books',
  same_day: 'its same-day visits',
  priority: 'its priority',
};

const marks: Record<string, readonly [on: string, off: string]> = {
  on_sale: ['put on sale', 'taken off sale'],
  popular: ['marked as the popular one', 'no longer the popular one'],
  premium: ['marked as premium', 'no longer marked as premium'],
};

/** An act about a plan in words, after the name: 'published the plan Gold: its price from $95 to $110'. */
export function planWords(act: PlanAct, details: Details, zone: string, now: Date): string {
  const name = typeof details.name === 'string' ? details.name : '';
  const changes = changesIn(details);
  const what = changes.length > 0 ? `: ${changes.join(', ')}` : '';
  const running = details.running === 'move' ? ', and moves its members when they renew' : '';
  switch (act) {
    case 'plans_ordered':
      return 'put the plans into another order';
    case 'plan_added':
      return oneText`drafted the plan ${name}`;
    case 'plan_dropped':
      return oneText`dropped the draft of the plan ${name}`;
    case 'plan_marked':
      return oneText`changed the plan ${name}${what}`;
    case 'plan_scheduled': {
      const at = typeof details.at === 'string' ? inSentence(formatWhen(details.at, zone, now)) : 'a day';
      return oneText`planned to publish the plan ${name} from ${at}${running}`;
    }
    case 'plan_unscheduled':
      return oneText`took back the publication of the plan ${name}`;
    case 'plan_published':
      return oneText`published the plan ${name}${what}${running}`;
    case 'plan_edited':
      return oneText`changed the draft of the plan ${name}${what}`;
  }
}

const changesIn = (details: Details): string[] =>
  Object.keys(details)
    .filter((key) => key.endsWith('.to'))
    .map((key) => key.slice(0, -'.to'.length))
    .map((column) => {
      const [from, to] = [details[`${column}.from`], details[`${column}.to`]];
      const mark = marks[column];
      if (mark) return to === 1 ? mark[0] : mark[1];
      const value = valued[column];
      return value ? oneText`${value.label} from ${value.text(from)} to ${value.text(to)}` : named[column];
    })
    .filter((words) => words !== undefined);
