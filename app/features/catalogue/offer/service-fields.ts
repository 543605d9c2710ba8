import { offerLimits } from '../../../../api/contract/rules/offer-terms.ts';
import type { BookedBy, Service } from '../../../../api/contract/schemas/catalogue.ts';
import type {
  OfferCategory,
  OfferDraft,
  OfferDraftForm,
  OfferQuestion,
  OfferService,
  OfferServiceForm,
} from '../../../../api/contract/schemas/offer.ts';
import { centsTyped, formatMoney } from '../../../lib/money.ts';
import { oneText } from '../../../lib/one-text.ts';
import { inHours } from '../../../shared/hours/hours-line.ts';

/** A question as its owner types it; the answers to choose from in lines. */
export type QuestionTyped = Omit<OfferQuestion, 'options'> & { options: string };

/** When customers see the change: at once, on a day, or when somebody publishes it. */
export type When = 'now' | 'day' | 'draft';

/** The values of a service, published or drafted. */
export type ServiceValues = Omit<OfferService, 'id' | 'slug' | 'version'>;

/** The typed content of the form of a service. */
export interface ServiceFields {
  categoryId: string;
  name: string;
  description: string;
  /** In whole units of the currency, as typed; '' without a price. */
  price: string;
  hours: number;
  /** One line for each thing. */
  included: string;
  searchWords: string;
  bookedBy: BookedBy;
  notice: string;
  drawing: string;
  /** The uploaded picture. */
  picture: string | null;
  questions: QuestionTyped[];
  isOffered: boolean;
  /** The version that the author saw; `null` for a new service. */
  version: number | null;
  when: When;
  /** The day on which it is published; '' without one. */
  publishOn: string;
  /** The version of the draft that is edited; `null` if none is. */
  draft: number | null;
}

/** The form of a service as it is, of a new one, or of a draft. */
export function beginWith(
  published: OfferService | null,
  categoryId: string,
  draft: OfferDraft | null = null,
): ServiceFields {
  const service = draft ?? published;
  return {
    categoryId: service?.categoryId ?? categoryId,
    name: service?.name ?? '',
    description: service?.description ?? '',
    price: service?.priceCents ? plainAmount(service.priceCents) : '',
    hours: (service?.minutes ?? 60) / 60,
    included: service?.included.join('\n') ?? '',
    searchWords: service?.searchWords ?? '',
    bookedBy: service?.bookedBy ?? 'both',
    notice: String(service?.noticeHours ?? 0),
    drawing: service?.drawing ?? '',
    picture: service?.picture ?? null,
    questions: service?.questions.map((one) => ({ ...one, options: one.options.join('\n') })) ?? [],
    isOffered: service?.isOffered ?? true,
    version: published?.version ?? null,
    when: draft ? (draft.publishOn ? 'day' : 'draft') : 'now',
    publishOn: draft?.publishOn ?? '',
    draft: draft?.version ?? null,
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
export const bodyOf = ({
  price,
  hours,
  included,
  notice,
  questions,
  when: _,
  publishOn: __,
  draft: ___,
  ...fields
}: ServiceFields): OfferServiceForm => ({
  ...fields,
  priceCents: price.trim() ? (centsTyped(price) ?? Number.NaN) : null,
  minutes: Math.round(hours * 60),
  included: linesOf(included),
  noticeHours: notice.trim() ? Number(notice) : 0,
  questions: questions.map((one) => ({
    ...one,
    options: one.kind === 'choice' ? [...new Set(linesOf(one.options))] : [],
  })),
});

/** The body of the call that publishes at once, with the draft that it publishes. */
export const publishedBodyOf = (fields: ServiceFields): OfferServiceForm => ({
  ...bodyOf(fields),
  ...(fields.draft !== null && { draft: fields.draft }),
});

/** The body of the call that keeps it for later. */
export const draftBodyOf = (fields: ServiceFields): OfferDraftForm => ({
  ...bodyOf(fields),
  publishOn: fields.when === 'day' ? fields.publishOn : null,
  draft: fields.draft,
});

export type ServiceProblems = Partial<Record<keyof OfferDraftForm, string>>;

/** What is wrong with each question and its answers to choose from, by the question's place. */
export type QuestionProblems = Record<number, { question?: string; options?: string }>;

/** The wrong questions, by their places. */
export function questionProblems(fields: ServiceFields): QuestionProblems {
  const { questions } = bodyOf(fields);
  const { options: mostOptions, option: longest } = offerLimits.questions;
  const problems: QuestionProblems = {};
  for (const [at, { kind, question, options }] of questions.entries()) {
    const words = question.trim();
    if (!words) problems[at] = { question: 'Please write the question' };
    else if (questions.findIndex((one) => one.question.trim() === words) < at)
      problems[at] = { question: 'Please ask each question once' };
    else if (kind === 'choice' && options.length < 2)
      problems[at] = { options: 'Please offer two different answers or more' };
    else if (options.length > mostOptions || options.some((one) => one.length > longest))
      problems[at] = {
        options: `Please offer ${mostOptions} answers at most, each under ${longest} characters`,
      };
  }
  return problems;
}

/** The wrong fields, in the server's words; the server also finds the names that others have. */
export function problemsOf(fields: ServiceFields): ServiceProblems {
  const body = bodyOf(fields);
  const { cents, included, minutes, noticeHours } = offerLimits;
  const problems: ServiceProblems = {};
  if (!fields.name.trim()) problems.name = 'Please name the service';
  const isPrice = (price: number) => price >= cents.min && price <= cents.max;
  if (body.priceCents === null) {
    if (body.bookedBy === 'card') problems.priceCents = 'A service that is booked by card needs a price';
  } else if (!isPrice(body.priceCents))
    problems.priceCents = `Please give a price from ${formatMoney(cents.min, { trimZeros: true })} to ${formatMoney(cents.max)}, or leave it out`;
  if (!(body.minutes >= minutes.min && body.minutes <= minutes.max && body.minutes % minutes.step === 0))
    problems.minutes = 'Please give a length from a quarter of an hour to 100 hours, in quarters';
  if (body.included.length > included.lines)
    problems.included = `Please name ${included.lines} things at most`;
  else if (body.included.some((line) => line.length > included.length))
    problems.included = `Please keep each line under ${included.length} characters`;
  if (!(Number.isInteger(body.noticeHours) && body.noticeHours >= 0 && body.noticeHours <= noticeHours))
    problems.noticeHours = `Please give a notice of 0 to ${noticeHours} whole hours`;
  if (fields.when === 'day' && !fields.publishOn) problems.publishOn = 'Please choose a day after today';
  return problems;
}

const bookedByWords: Record<BookedBy, string> = {
  both: 'plan or card',
  plan: 'plan only',
  card: 'card only',
};

/** '1.5 h · plan only · 24 h notice' */
export const factsOf = ({ minutes, bookedBy, noticeHours }: ServiceValues): string =>
  [
    inHours(minutes / 60),
    bookedBy !== 'both' && bookedByWords[bookedBy],
    noticeHours > 0 && `${inHours(noticeHours)} notice`,
  ]
    .filter(Boolean)
    .join(' · ');

/** The values of `now` that differ from those of `seen`, in words. */
export function changedSince(seen: ServiceValues, now: ServiceValues): string[] {
  const price = ({ priceCents }: ServiceValues) => (priceCents === null ? 'none' : formatMoney(priceCents));
  const words: Partial<Record<keyof ServiceValues, string>> = {
    name: oneText`Name: ${now.name}`,
    description: oneText`Description: ${now.description || 'none'}`,
    priceCents: oneText`Price: ${price(now)}`,
    minutes: oneText`Length: ${inHours(now.minutes / 60)}`,
    included: oneText`Included: ${now.included.join(', ') || 'nothing'}`,
    searchWords: oneText`Search words: ${now.searchWords || 'none'}`,
    bookedBy: oneText`Booked by: ${bookedByWords[now.bookedBy]}`,
    noticeHours: oneText`Notice: ${inHours(now.noticeHours)}`,
    drawing: 'Another drawing',
    picture: now.picture ? 'Another picture' : 'No picture',
    questions: oneText`Asked: ${now.questions.map((one) => one.question).join('; ') || 'nothing'}`,
    categoryId: 'Another category',
    isOffered: now.isOffered ? 'On the offer' : 'Not offered',
  };
  return (Object.keys(words) as (keyof ServiceValues)[])
    .filter((name) => JSON.stringify(seen[name]) !== JSON.stringify(now[name]))
    .map((name) => words[name] ?? '');
}

/** The service as customers will see it. */
export function previewOf(id: string, slug: string, fields: ServiceFields, category: OfferCategory): Service {
  const { priceCents, minutes, included } = bodyOf(fields);
  return {
    id,
    slug,
    name: fields.name.trim() || 'Name of the service',
    description: fields.description.trim() || null,
    price: priceCents && fields.bookedBy !== 'plan' ? priceCents / 100 : null,
    estimatedHours: minutes / 60 || 0,
    categoryId: category.id,
    category: {
      name: category.name,
      color: category.color,
      icon: category.icon,
      ...(category.picture && { picture: category.picture }),
    },
    ...(included.length > 0 && { included }),
    ...(fields.bookedBy !== 'both' && { bookedBy: fields.bookedBy }),
    ...(fields.drawing && { drawing: fields.drawing }),
    ...(fields.picture && { picture: fields.picture }),
  };
}
