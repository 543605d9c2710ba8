import { clockWords, type Opening, weekdays } from '../../../contract/rules/business/opening.ts';
import { isolated } from '../../../contract/rules/visible-text.ts';
import type { BusinessForm } from '../../../contract/schemas/business.ts';
import type { BusinessRow } from './business.repository.ts';

type Field = Exclude<keyof BusinessForm, 'version'>;
type Column =
  | 'name'
  | 'phone'
  | 'email'
  | 'address'
  | 'time_zone'
  | 'currency'
  | 'terms'
  | 'privacy'
  | 'cancellation'
  | 'week'
  | 'closed_days'
  | 'postcodes'
  | 'slots'
  | 'workers_shown';
type Columns = Partial<Pick<BusinessRow, Column>>;

const columnOf = {
  name: 'name',
  phone: 'phone',
  email: 'email',
  address: 'address',
  timeZone: 'time_zone',
  currency: 'currency',
  terms: 'terms',
  privacy: 'privacy',
  cancellation: 'cancellation',
  week: 'week',
  closedDays: 'closed_days',
  postcodes: 'postcodes',
  slots: 'slots',
  workersShown: 'workers_shown',
} as const satisfies Record<Field, Column>;

/** The stored form of a field; lists are in order, so that the same list is the same text. */
function stored(field: Field, form: Omit<BusinessForm, 'version'>): string {
  switch (field) {
    case 'week':
      return JSON.stringify(form.week?.map((hours) => hours && { from: hours.from, until: hours.until }));
    case 'closedDays':
      return JSON.stringify(
        form.closedDays
          ?.map(({ day, name }) => ({ day, name }))
          .sort((one, other) => (one.day < other.day ? -1 : 1)),
      );
    case 'postcodes':
      return JSON.stringify([...new Set(form.postcodes)].sort());
    default:
      return form[field] ?? '';
  }
}

/** The columns that a form changes, and their fields. */
export function fieldChanges(
  row: BusinessRow,
  form: Omit<BusinessForm, 'version'>,
): { columns: Columns; changed: Field[] } {
  const changed = (Object.keys(columnOf) as Field[]).filter(
    (field) => form[field] !== undefined && stored(field, form) !== row[columnOf[field]],
  );
  const columns = Object.fromEntries(changed.map((field) => [columnOf[field], stored(field, form)]));
  return { columns, changed };
}

/** The values before and after, in words for the log; of a list, what was taken away and what was added. */
export function wordsOf(
  row: BusinessRow,
  columns: Columns,
  changed: readonly Field[],
): Record<string, string> {
  const words: Record<string, string> = {};
  for (const field of changed) {
    const before = row[columnOf[field]];
    const after = columns[columnOf[field]];
    const [from, to] = inWords(field, before, after);
    words[`${field}From`] = from;
    if (after !== undefined) words[`${field}To`] = to;
  }
  return words;
}

function inWords(field: Field, before: string, after = ''): [string, string] {
  if (field === 'week') return [weekWords(before), after && weekWords(after)];
  if (field !== 'closedDays' && field !== 'postcodes') return [before, after];
  const [old, next] = [itemsOf(before), itemsOf(after || '[]')];
  const missing = (all: string[], others: string[]) => all.filter((one) => !others.includes(one)).join(', ');
  return [missing(old, next), missing(next, old)];
}

const itemsOf = (json: string): string[] =>
  (JSON.parse(json) as (string | { day: string; name: string })[]).map((one) =>
    typeof one === 'string' ? one : `${one.day} ${isolated(one.name)}`.trim(),
  );

const weekWords = (json: string): string =>
  (JSON.parse(json) as Opening['week'])
    .map((hours, n) => {
      const day = (weekdays[n] ?? '').slice(0, 3);
      return hours ? `${day} ${clockWords(hours.from)} to ${clockWords(hours.until)}` : `${day} closed`;
    })
    .join(', ');
