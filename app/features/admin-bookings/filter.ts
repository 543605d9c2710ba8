import {
  type BookingStatus,
  bookingStatuses,
  type PaymentFilter,
  paymentFilters,
} from '../../../api/contract/schemas/bookings.ts';
import { dayIn, idIn, oneIn, searchOf } from '../../lib/search.ts';
import { statusLabels } from '../../shared/bookings/status-badge.tsx';

/** The filter of the list of all bookings; an empty string filters nothing. The address keeps it. */
export interface Filter {
  /** One status, or several separated by commas. */
  status: string;
  /** Scheduled days in the business's zone: '2026-11-30'. */
  from: string;
  to: string;
  category: string;
  payment: string;
  customer: string;
  text: string;
  /** The list's order; an empty string for the newest first. */
  sort: string;
}

export const noFilter: Filter = {
  status: '',
  from: '',
  to: '',
  category: '',
  payment: '',
  customer: '',
  text: '',
  sort: '',
};

export const paymentLabels: Record<PaymentFilter, string> = {
  subscription: 'Plan hours',
  one_time: 'Card',
  custom_quote: 'Custom quote',
  unpaid: 'Not paid',
};

const isStatus = (value: string): value is BookingStatus =>
  (bookingStatuses as readonly string[]).includes(value);

/** The statuses named by a filter, each once and in their fixed order; empty if it names none. */
export const statusesOf = ({ status }: Pick<Filter, 'status'>): BookingStatus[] => {
  const named = status.split(',').filter(isStatus);
  return bookingStatuses.filter((one) => named.includes(one));
};

/** All statuses together filter nothing, so they become ''. */
export const withStatuses = (statuses: readonly BookingStatus[]): string =>
  statuses.length === bookingStatuses.length ? '' : statuses.join(',');

/** The filter in an address, without its invalid parts. */
export function filterOf(query: URLSearchParams): Filter {
  return {
    status: withStatuses(statusesOf({ status: query.get('status') ?? '' })),
    from: dayIn(query.get('from')),
    to: dayIn(query.get('to')),
    category: idIn(query.get('category')),
    payment: oneIn(query.get('payment'), paymentFilters),
    customer: idIn(query.get('customer')),
    text: (query.get('text') ?? '').slice(0, 100),
    sort: oneIn(query.get('sort'), orders),
  };
}

/** The orders that a column's head asks for; the newest first is the list's own. */
const orders = ['created', 'when', '-when', 'customer', '-customer', 'status', '-status'] as const;

/** The filter without its order, which narrows nothing. */
export const narrowing = (filter: Filter): Filter => ({ ...filter, sort: '' });

/** The address of the filtered list as a file. */
export const exportHref = (filter: Filter): string =>
  `/api/admin/bookings/export.csv${searchOf(narrowing(filter))}`;

/** The address of the chosen bookings as a file. */
export const chosenHref = (ids: readonly string[]): string =>
  `/api/admin/bookings/export.csv?${new URLSearchParams({ ids: ids.join(',') })}`;

export type Column = 'created' | 'when' | 'customer' | 'status';

/** The direction in which a list is sorted by a column; `none` by another column. */
export function directionOf(
  { sort }: Pick<Filter, 'sort'>,
  column: Column,
): 'ascending' | 'descending' | 'none' {
  const order = sort || '-created';
  if (order === column) return 'ascending';
  return order === `-${column}` ? 'descending' : 'none';
}

/**
 * The list after a tap on a column's head: sorted by it, and at the next tap the other way round. By time, the earliest
 * first, it begins with today, which is a part of the filter: its reader wants what comes.
 */
export function sortedBy(filter: Filter, column: Column, today: string): Filter {
  const now = directionOf(filter, column);
  const next = now === 'ascending' ? `-${column}` : now === 'none' && column === 'created' ? '' : column;
  const from = next === 'when' ? filter.from || today : filter.from === today ? '' : filter.from;
  return { ...filter, from, sort: next === '-created' ? '' : next };
}

/** The list's tabs (spec §2), equal to the filter's status. */
export const tabs = ['pending', 'scheduled', 'in_progress', 'completed', 'all'] as const;
export type Tab = (typeof tabs)[number];
export const tabLabels: Record<Tab, string> = { ...statusLabels, all: 'All' };

/** The tab for the filter's status; several statuses, or one without a tab, belong to All. */
export const tabOf = ({ status }: Pick<Filter, 'status'>): Tab =>
  tabs.find((tab) => tab === status && tab !== 'all') ?? 'all';

/** A part of the filter that can be removed on its own. */
export interface Piece {
  /** The filter after this part is removed. */
  without: Filter;
  label: string;
}

/**
 * The parts of the filter besides its tab and the words in the search field.
 * @param named the known names for the ids in the filter
 * @param dayText writes a day
 */
export function piecesOf(
  filter: Filter,
  named: { category: string | undefined; customer: string | undefined },
  dayText: (day: string) => string,
): Piece[] {
  const pieces: Piece[] = [];
  const piece = (label: string, off: Partial<Filter>) =>
    pieces.push({ label, without: { ...filter, ...off } });
  const statuses = statusesOf(filter);
  if (tabOf(filter) === 'all' && statuses.length)
    piece(statuses.map((status) => statusLabels[status]).join(' or '), { status: '' });
  const { from, to } = filter;
  if (from || to) piece(daysText(from, to, dayText), { from: '', to: '' });
  if (filter.category) piece(named.category ?? 'One category', { category: '' });
  if (filter.payment) piece(paymentLabels[filter.payment as PaymentFilter], { payment: '' });
  if (filter.customer) piece(named.customer ?? 'One customer', { customer: '' });
  return pieces;
}

function daysText(from: string, to: string, dayText: (day: string) => string): string {
  if (from === to) return dayText(from);
  if (!to) return `From ${dayText(from)}`;
  if (!from) return `Until ${dayText(to)}`;
  return `${dayText(from)} to ${dayText(to)}`;
}
