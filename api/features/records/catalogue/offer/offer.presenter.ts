import type {
  Offer,
  OfferCategory,
  OfferCategoryDraft,
  OfferDraft,
  OfferService,
} from '../../../../contract/schemas/offer.ts';
import type { DraftRow } from '../drafts/drafts.repository.ts';
import type { QuestionRow } from '../questions/questions.repository.ts';
import { presentOfferQuestion } from '../questions/questions.rules.ts';
import type { OfferCategoryRow, OfferServiceRow } from './offer.repository.ts';

/** The rows of the whole offer; the questions by service. */
export interface OfferRows {
  categories: OfferCategoryRow[];
  services: OfferServiceRow[];
  questions: Map<string, QuestionRow[]>;
  drafts: DraftRow[];
}

export const presentOfferService = (row: OfferServiceRow, questions: QuestionRow[] = []): OfferService => ({
  id: row.id,
  slug: row.slug,
  categoryId: row.category_id,
  name: row.name,
  description: row.description ?? '',
  priceCents: row.price_cents,
  minutes: row.estimated_minutes,
  included: row.included ? row.included.split('\n') : [],
  searchWords: row.search_words,
  bookedBy: row.booked_by,
  noticeHours: row.notice_hours,
  drawing: row.drawing,
  picture: row.picture,
  questions: questions.map(presentOfferQuestion),
  isOffered: row.active === 1,
  version: row.version,
});

export const presentCategory = (
  row: OfferCategoryRow,
  services: OfferServiceRow[],
  questions: Map<string, QuestionRow[]>,
): OfferCategory => ({
  id: row.id,
  name: row.name,
  description: row.description,
  color: row.color as OfferCategory['color'],
  icon: row.icon as OfferCategory['icon'],
  shortName: row.short_name,
  picture: row.picture,
  isOffered: row.active === 1,
  version: row.version,
  services: services.map((one) => presentOfferService(one, questions.get(one.id))),
});

/** A draft as the service will be: the published values of now, and on them the draft's own. */
export function presentDraft(row: DraftRow, { services, questions }: OfferRows): OfferDraft {
  const service = services.find((one) => one.id === row.subject_id);
  const published = service && presentOfferService(service, questions.get(service.id));
  return { serviceId: row.subject_id, ...drafted(row, published) };
}

/** A draft as the category will be. */
export function presentCategoryDraft(row: DraftRow, { categories }: OfferRows): OfferCategoryDraft {
  const category = categories.find((one) => one.id === row.subject_id);
  const { services: _, ...published } = category
    ? presentCategory(category, [], new Map())
    : { services: [] };
  return { categoryId: row.subject_id, ...drafted(row, category && (published as OfferCategory)) };
}

function drafted<V extends { id: string }>(row: DraftRow, published: V | undefined) {
  const { id: _, slug: __, ...values } = { slug: '', id: '', ...published } as V & { slug?: string };
  return {
    ...(values as Omit<V, 'id' | 'slug'>),
    ...(JSON.parse(row.content) as Partial<V>),
    isNew: !published,
    publishOn: row.publish_on,
    together: row.together,
    problem: row.problem,
    version: row.version,
  };
}

export function presentOffer(rows: OfferRows): Offer {
  const { categories, services, questions, drafts } = rows;
  const of = Map.groupBy(services, (one) => one.category_id);
  const { service = [], category = [] } = Object.groupBy(drafts, (one) => one.kind);
  return {
    categories: categories.map((one) => presentCategory(one, of.get(one.id) ?? [], questions)),
    drafts: service.map((one) => presentDraft(one, rows)),
    categoryDrafts: category.map((one) => presentCategoryDraft(one, rows)),
  };
}
