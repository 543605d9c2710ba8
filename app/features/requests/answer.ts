import type { Body } from '../../../api/contract/calls/calls.ts';
import { quoteLimits } from '../../../api/contract/rules/quote-terms.ts';
import type { CustomRequest } from '../../../api/contract/schemas/quotes.ts';
import { centsTyped, formatMoney } from '../../lib/money.ts';
import type { AnswerFields } from './answer-drafts.ts';

export type AnswerErrors = Partial<Record<'amountCents' | 'hours' | 'scheduledDate' | 'message', string>>;
const { cents, hours } = quoteLimits;
const whole = (amount: number): string => formatMoney(amount, { trimZeros: true });

/** The numbers of days for which a quote can stay open. */
export const validFor = [
  { value: '3', label: '3 days' },
  { value: '7', label: '7 days' },
  { value: '14', label: '14 days' },
  { value: '30', label: '30 days' },
] as const;

/** The answer begins with hours if the customer has any free, otherwise with a price. */
export const beginWith = ({ customer, estimatedHours }: CustomRequest): AnswerFields => ({
  kind: customer.remainingHours > 0 ? 'hours' : 'price',
  amount: '',
  hours: estimatedHours,
  scheduledDate: '',
  message: '',
  days: String(quoteLimits.days.usual),
});

export function problemsOf(fields: AnswerFields, now = Date.now()): AnswerErrors {
  const errors: AnswerErrors = {};
  const amount = centsTyped(fields.amount);
  if (fields.kind === 'price' && (amount === null || amount < cents.min || amount > cents.max))
    errors.amountCents =
      amount === null && fields.amount.includes(',')
        ? 'Please write the amount with a decimal point, such as 1,250.50'
        : `Please enter an amount between ${whole(cents.min)} and ${whole(cents.max)}`;
  const given = fields.hours;
  if (fields.kind === 'hours' && !(given >= hours.min && given <= hours.max && (given * 2) % 1 === 0))
    errors.hours = 'Please enter 0.5 to 100 hours, in half hours';
  if (fields.scheduledDate && Date.parse(fields.scheduledDate) <= now)
    errors.scheduledDate = 'Please choose a time to come';
  return errors;
}

/** The words of the button; the price as it was understood. */
export function sendText({ kind, amount }: AnswerFields): string {
  const price = kind === 'price' ? centsTyped(amount) : null;
  return price === null ? 'Send Quote' : `Send Quote of ${formatMoney(price)}`;
}

/** The content to send, without the expiry, which is calculated when it is sent. */
export function contentOf(fields: AnswerFields) {
  const terms = { scheduledDate: fields.scheduledDate || null, message: fields.message.trim() };
  return fields.kind === 'price'
    ? { kind: 'price' as const, amountCents: centsTyped(fields.amount) ?? 0, ...terms }
    : { kind: 'hours' as const, hours: fields.hours, ...terms };
}

/** The body of the call. @param replaces the open quote as the sheet shows it */
export function bodyOf(fields: AnswerFields, replaces: string | null, now = Date.now()): Body<'sendQuote'> {
  const expiresAt = new Date(now + Number(fields.days) * 86_400_000).toISOString();
  return { ...contentOf(fields), expiresAt, replaces };
}

/** The hours that the customer's plan lacks for this request. */
export const overageOf = (wanted: number, { customer }: CustomRequest): number =>
  Math.max(0, Math.round((wanted - customer.remainingHours) * 100) / 100) || 0;
