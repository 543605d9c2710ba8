import type {
  OfferCategoryForm,
  OfferEffects,
  OfferServiceForm,
} from '../../../../contract/schemas/offer.ts';
import type { ServiceCategoryTable, ServiceTable } from '../catalogue.table.ts';

/** The columns that a service's form decides. */
export const serviceColumns = (form: OfferServiceForm) =>
  ({
    category_id: form.categoryId,
    name: form.name,
    description: form.description || null,
    price_cents: form.priceCents,
    estimated_minutes: form.minutes,
    // A line that stands twice says nothing more.
    included: [...new Set(form.included)].join('\n'),
    search_words: form.searchWords,
    booked_by: form.bookedBy,
    notice_hours: form.noticeHours,
    drawing: form.drawing,
    ...(form.picture !== undefined && { picture: form.picture }),
    active: form.isOffered ? 1 : 0,
  }) satisfies Partial<ServiceTable>;

/** The columns that a category's form decides. */
export const categoryColumns = (form: OfferCategoryForm) =>
  ({
    name: form.name,
    description: form.description,
    color: form.color,
    icon: form.icon,
    ...(form.shortName !== undefined && { short_name: form.shortName }),
    ...(form.picture !== undefined && { picture: form.picture }),
    active: form.isOffered ? 1 : 0,
  }) satisfies Partial<ServiceCategoryTable>;

/** The services that a change of a service, or of a category, concerns. */
export const servicesIn = (
  { kind, id }: { kind: 'service' | 'category'; id: string },
  services: readonly { id: string; category_id: string }[],
): string[] =>
  kind === 'service' ? [id] : services.filter((one) => one.category_id === id).map((one) => one.id);

/** The bookings and payments of all these services together. */
export function sumOf(counts: ReadonlyMap<string, OfferEffects>, ids: readonly string[]): OfferEffects {
  const all = ids.flatMap((id) => counts.get(id) ?? []);
  return {
    openBookings: all.reduce((sum, one) => sum + one.openBookings, 0),
    begunPayments: all.reduce((sum, one) => sum + one.begunPayments, 0),
  };
}

type Value = string | number | null;

/**
 * The log's details of a change: each changed column before and after, as `price_cents.from` and `price_cents.to`.
 * Empty if nothing changed.
 */
export function changesOf<Row extends object>(
  before: Row,
  after: { [C in keyof Row]?: Value },
): Record<string, Value> {
  const changed = (Object.keys(after) as (keyof Row & string)[]).filter(
    (name) => before[name] !== after[name],
  );
  return Object.fromEntries(
    changed.flatMap((name) => [
      [`${name}.from`, before[name] as Value],
      [`${name}.to`, after[name] as Value],
    ]),
  );
}

/**
 * A name for programs, such as 'lawn-mowing'; a name without Latin letters has its kind instead.
 * @param isTaken whether another row has it
 */
export function slugOf(name: string, kind: string, isTaken: (slug: string) => boolean): string {
  const plain =
    name
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 50) || kind;
  for (let n = 1; ; n++) {
    const slug = n === 1 ? plain : `${plain}-${n}`;
    if (!isTaken(slug)) return slug;
  }
}

/** Whether two names would be the same to a customer. */
export const isSameName = (one: string, other: string): boolean =>
  one.normalize('NFKC').toLowerCase() === other.normalize('NFKC').toLowerCase();
