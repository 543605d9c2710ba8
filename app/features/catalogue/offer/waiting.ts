import type {
  Offer,
  OfferCategory,
  OfferCategoryDraft,
  OfferConsequences,
  OfferDraft,
  OfferPublicationForm,
  OfferService,
} from '../../../../api/contract/schemas/offer.ts';
import { formatMoney } from '../../../lib/money.ts';
import { oneText } from '../../../lib/one-text.ts';
import { formatDayMonth } from '../../../lib/time/dates.ts';
import { categoryOffText, effectsText } from './effects.ts';
import { changedSince, factsOf } from './service-fields.ts';

/** A change that waits, and what it changes; `null` if that is new. */
export type Waiting =
  | { kind: 'service'; id: string; draft: OfferDraft; published: OfferService | null }
  | { kind: 'category'; id: string; draft: OfferCategoryDraft; published: OfferCategory | null };

/** The changes that wait: categories before services, those with a day first. */
export function waitingIn({ categories, drafts = [], categoryDrafts = [] }: Offer): Waiting[] {
  const services = categories.flatMap((one) => one.services);
  const find = <R extends { id: string }>(rows: readonly R[], id: string): R | null =>
    rows.find((one) => one.id === id) ?? null;
  const all: Waiting[] = [
    ...categoryDrafts.map((draft) => {
      const id = draft.categoryId;
      return { kind: 'category' as const, id, draft, published: find(categories, id) };
    }),
    ...drafts.map((draft) => {
      const id = draft.serviceId;
      return { kind: 'service' as const, id, draft, published: find(services, id) };
    }),
  ];
  const day = ({ draft }: Waiting) => draft.publishOn ?? '9999';
  return all.toSorted((one, other) => day(one).localeCompare(day(other)));
}

/** Changes that are published as one. */
export interface Group {
  together: string;
  publishOn: string | null;
  items: Waiting[];
}

/** The changes that are published as one, and those that are published alone; of one alone there is no group. */
export function groupsOf(waiting: readonly Waiting[]): { groups: Group[]; alone: Waiting[] } {
  const by = Map.groupBy(waiting, ({ draft }) => draft.together ?? null);
  const groups: Group[] = [];
  for (const [together, items] of by)
    if (together !== null && items.length > 1)
      groups.push({ together, publishOn: items[0]?.draft.publishOn ?? null, items });
  const grouped = new Set(groups.flatMap(({ items }) => items));
  return { groups, alone: waiting.filter((one) => !grouped.has(one)) };
}

/** The number of other changes with which this one is published as one. */
export const companionsOf = (offer: Offer, draft: { together?: string | null | undefined }): number =>
  draft.together ? waitingIn(offer).filter((one) => one.draft.together === draft.together).length - 1 : 0;

/** The categories in which a service may stand: those that are published, and new ones that wait. */
export const categoriesToChoose = (offer: Offer): OfferCategory[] => [
  ...offer.categories,
  ...(offer.categoryDrafts ?? [])
    .filter(({ isNew }) => isNew)
    .map(({ categoryId, ...draft }) => ({ ...draft, id: categoryId, services: [] })),
];

/** '1 March', with another year's number */
export const dayOf = (publishOn: string): string => formatDayMonth(`${publishOn}T12:00:00.000Z`, 'UTC');

/** What will be another than now; of a new service or category, its facts. */
export function changeWords(waiting: Waiting): string {
  if (waiting.kind === 'category') {
    const { draft, published } = waiting;
    if (!published) return 'New category';
    return categoryChanges(published, draft).join(' · ') || 'As it is';
  }
  const { draft, published } = waiting;
  if (published) return changedSince(published, draft).join(' · ') || 'As it is';
  const price = draft.priceCents === null ? 'by quote' : formatMoney(draft.priceCents, { trimZeros: true });
  return oneText`New: ${factsOf(draft)} · ${price}`;
}

type CategoryValues = Omit<OfferCategory, 'id' | 'services' | 'version'>;

/** The values of a category that differ from those of `seen`, in words. */
function categoryChanges(seen: CategoryValues, now: CategoryValues): string[] {
  const words: Partial<Record<keyof CategoryValues, string>> = {
    name: oneText`Name: ${now.name}`,
    shortName: oneText`Short name: ${now.shortName || 'none'}`,
    description: oneText`Description: ${now.description || 'none'}`,
    color: 'Another colour',
    icon: 'Another icon',
    picture: now.picture ? 'Another picture' : 'No picture',
    isOffered: now.isOffered ? 'On the offer' : 'Not offered',
  };
  return (Object.keys(words) as (keyof CategoryValues)[])
    .filter((name) => JSON.stringify(seen[name]) !== JSON.stringify(now[name]))
    .map((name) => words[name] ?? '');
}

/** The chosen changes as the call names them. */
export const chosenBody = (chosen: readonly Waiting[]): OfferPublicationForm['drafts'] =>
  chosen.map(({ id, draft, published }) => ({
    id,
    draft: draft.version,
    version: published?.version ?? null,
  }));

/** What follows from one of the changes; '' if nobody is concerned. @param from the day, in words; '' for now */
export function followsWords(
  waiting: Waiting,
  consequences: OfferConsequences | undefined,
  from: string,
): string {
  const effects = consequences?.find(({ id }) => id === waiting.id);
  if (waiting.kind === 'service') return effectsText(waiting.published, waiting.draft, effects, from);
  const { draft, published } = waiting;
  if (!published?.isOffered || draft.isOffered || !effects) return '';
  return categoryOffText(effects, from);
}
