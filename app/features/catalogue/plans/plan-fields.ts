import { planIdPattern, planLimits } from '../../../../api/contract/rules/plan-terms.ts';
import type { PlanDraftForm, PlanSetting, PlanTerms } from '../../../../api/contract/schemas/plans.ts';
import { centsTyped, formatMoney } from '../../../lib/money.ts';
import { oneText } from '../../../lib/one-text.ts';
import { inHours } from '../../../shared/hours/hours-line.ts';

/** The typed content of the form of a plan. */
export interface PlanFields {
  /** The id of a new plan; it never changes. */
  id: string;
  name: string;
  /** In whole units of the currency, as typed. */
  price: string;
  hours: number;
  concierge: string;
  /** One line for each thing. */
  features: string;
  notice: string;
  /** '' for as far ahead as anybody. */
  horizon: string;
  sameDay: boolean;
  priority: boolean;
}

/** What the owner edits: the draft, or the version on sale without one. */
export const shownOf = (plan: PlanSetting): PlanTerms | null => plan.draft ?? plan.present;

/** The form of a plan as it is, or of a new one. */
export function fieldsOf(plan: PlanSetting | null): PlanFields {
  const terms = plan && shownOf(plan);
  return {
    id: plan?.id ?? '',
    name: terms?.name ?? '',
    price: terms ? plainAmount(terms.priceCents) : '',
    hours: (terms?.minutes ?? 600) / 60,
    concierge: terms?.concierge ?? '',
    features: terms?.features.join('\n') ?? '',
    notice: String(terms?.noticeHours ?? 0),
    horizon: terms?.horizonDays ? String(terms.horizonDays) : '',
    sameDay: terms?.sameDay ?? true,
    priority: terms?.priority ?? false,
  };
}

/** '185', '185.50' */
const plainAmount = (cents: number): string =>
  cents % 100 === 0
    ? String(cents / 100)
    : `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** The body of the call. An unreadable amount is `NaN`, which `problemsOf` finds before it is sent. */
export const bodyOf = (fields: PlanFields, revision: number | null): PlanDraftForm => ({
  name: fields.name.trim(),
  priceCents: centsTyped(fields.price) ?? Number.NaN,
  minutes: Math.round(fields.hours * 60),
  concierge: fields.concierge.trim(),
  features: [...new Set(linesOf(fields.features))],
  noticeHours: fields.notice.trim() ? Number(fields.notice) : 0,
  horizonDays: fields.horizon.trim() ? Number(fields.horizon) : null,
  sameDay: fields.sameDay,
  priority: fields.priority,
  revision,
});

export type PlanProblems = Partial<Record<keyof PlanDraftForm | 'id', string>>;

/**
 * What is wrong with a form, before it is sent; the server decides again.
 * @param taken the ids of the other plans
 */
export function problemsOf(fields: PlanFields, isNew: boolean, taken: readonly string[]): PlanProblems {
  const { cents, horizonDays, minutes, noticeHours } = planLimits;
  const body = bodyOf(fields, null);
  const within = (value: number | null, min: number, max: number) =>
    value !== null && Number.isInteger(value) && value >= min && value <= max;
  const problems: PlanProblems = {};
  // An id that was not typed is made of the name, so what is missing stands there.
  if (isNew && body.name && !fields.id.trim() && !planIdPattern.test(idOf(fields)))
    problems.name = 'Please use some Latin letters or digits in the name, or give an id below';
  else if (isNew && body.name && !planIdPattern.test(idOf(fields)))
    problems.id = 'Please give 1 to 40 small letters, digits or hyphens, and not "none"';
  else if (isNew && taken.includes(idOf(fields))) problems.id = 'Another plan has this id';
  if (!body.name) problems.name = 'Please name the plan';
  if (!within(body.priceCents, cents.min, cents.max))
    problems.priceCents = oneText`Please give a price from ${formatMoney(cents.min, { trimZeros: true })} to ${formatMoney(cents.max)}`;
  if (!within(body.minutes, minutes.min, minutes.max) || body.minutes % minutes.step !== 0)
    problems.minutes = 'Please give 1 to 1,000 hours, in quarters';
  if (!body.concierge) problems.concierge = 'Please name the concierge';
  if (!within(body.noticeHours, 0, noticeHours))
    problems.noticeHours = `Please give a notice of 0 to ${noticeHours} whole hours`;
  if (body.horizonDays !== null && !within(body.horizonDays, 1, horizonDays))
    problems.horizonDays = `Please give 1 to ${horizonDays} whole days, or leave it out`;
  return problems;
}

/** The id of a new plan: as typed, or made of its name. */
export const idOf = ({ id, name }: Pick<PlanFields, 'id' | 'name'>): string => id.trim() || idFrom(name);

/** 'Garden & Home' → 'garden-home'; '' for a name without Latin letters. */
export const idFrom = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, planLimits.id)
    .replace(/^-+|-+$/g, '');

/** '$1,400.99 · 12 h' */
export const factsOf = ({ priceCents, minutes }: PlanTerms): string =>
  `${formatMoney(priceCents)} · ${inHours(minutes / 60)}`;

const words: { [K in keyof PlanTerms]: (terms: PlanTerms) => string } = {
  name: ({ name }) => oneText`Name: ${name}`,
  priceCents: ({ priceCents }) => oneText`Price: ${formatMoney(priceCents)}`,
  minutes: ({ minutes }) => oneText`Hours: ${inHours(minutes / 60)}`,
  concierge: ({ concierge }) => oneText`Concierge: ${concierge}`,
  features: ({ features }) => oneText`Features: ${features.join(', ') || 'none'}`,
  noticeHours: ({ noticeHours }) => oneText`Notice: ${inHours(noticeHours)}`,
  horizonDays: ({ horizonDays }) => oneText`Days ahead: ${horizonDays ?? 'any'}`,
  sameDay: ({ sameDay }) => `Visits for the same day: ${sameDay ? 'yes' : 'no'}`,
  priority: ({ priority }) => `Priority: ${priority ? 'yes' : 'no'}`,
};

/** The values that differ, as they are now. */
export const changedSince = (before: PlanTerms | null, now: PlanTerms | null): string[] =>
  now
    ? (Object.keys(words) as (keyof PlanTerms)[])
        .filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(now[name]))
        .map((name) => words[name](now))
    : [];
