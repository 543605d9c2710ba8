import type { BookingsSummary } from '../api/contract/calls/admin-booking-calls.ts';
import { paths } from '../api/contract/paths/paths.ts';
import type { Report } from '../api/contract/schemas/report.ts';
import type { Business } from './business/business.ts';

/** The views that the team opens, and the call of each. A view of a new call is a line here. */
export interface View {
  name: string;
  /** The call of the contract that answers it; a branch without that call leaves the view out. */
  call: string;
  /** Appended to the call's own path. */
  search?: string;
  /** The ids for the path's `:id`, another each time. */
  of?: (business: Business) => readonly string[];
  /** The number of things on the page, if it is not the length of its longest list. */
  rows?: (body: string) => number;
}

const dayMs = 86_400_000;
const instant = (days: number) => new Date(Date.now() + days * dayMs).toISOString();
const day = (days: number) => instant(days).slice(0, 10);
const customers = (of: Business) => of.customerIds;
const bookings = (of: Business) => of.bookingIds;

/** A report has one form for any month, so its size is given by the bookings that it counted. */
function counted(body: string): number {
  const { revenue, bookings }: Report = JSON.parse(body);
  const payments = revenue.reduce((sum, source) => sum + source.payments, 0);
  return bookings.byStatus.reduce((sum, { count }) => sum + count, payments);
}

/** The number of bookings under the filter, all of which are counted. */
const narrowed = (body: string): number => (JSON.parse(body) as BookingsSummary).tabs.all.count;

export const views: readonly View[] = [
  { name: 'bookings', call: 'listAllBookings' },
  { name: 'bookings, pending', call: 'listAllBookings', search: '?status=pending' },
  { name: 'bookings, completed', call: 'listAllBookings', search: '?status=completed' },
  { name: 'bookings of a week', call: 'listAllBookings', search: `?from=${day(-3)}&to=${day(3)}` },
  { name: 'bookings by card', call: 'listAllBookings', search: '?payment=one_time' },
  { name: 'bookings, words', call: 'listAllBookings', search: '?text=olivia' },
  { name: 'bookings, words of requests', call: 'listAllBookings', search: '?text=piano+tuning' },
  { name: 'bookings, words of a few requests', call: 'listAllBookings', search: '?text=gazebo' },
  {
    name: 'bookings, cancelled quotes',
    call: 'listAllBookings',
    search: '?status=cancelled&payment=custom_quote',
  },
  { name: 'dashboard summary', call: 'summariseBookings' },
  { name: 'dashboard summary, words', call: 'summariseBookings', search: '?text=olivia', rows: narrowed },
  { name: 'one booking', call: 'readAnyBooking', of: bookings },
  { name: 'requests', call: 'listRequests', search: '?state=waiting' },
  { name: 'requests, settled', call: 'listRequests', search: '?state=settled' },
  { name: 'requests, counts', call: 'countRequests' },
  { name: 'support inbox', call: 'listConversations' },
  { name: 'support inbox, closed', call: 'listConversations', search: '?status=closed' },
  { name: 'support inbox, mine', call: 'listConversations', search: '?assignee=me' },
  { name: 'conversation', call: 'readConversation', of: customers },
  { name: 'conversation, messages', call: 'listConversationMessages', of: customers },
  { name: 'canned replies', call: 'listCannedReplies' },
  { name: 'schedule, week', call: 'readSchedule', search: `?from=${instant(-3)}&to=${instant(4)}` },
  { name: 'live tracking', call: 'readLiveWork' },
  { name: 'report, month', call: 'readReport', search: `?month=${day(0).slice(0, 7)}`, rows: counted },
  { name: 'customers', call: 'listCustomers' },
  { name: 'customers, a few by words', call: 'listCustomers', search: '?text=olivia+bennett' },
  { name: 'customers, many by words', call: 'listCustomers', search: '?text=o' },
  { name: 'customers, nobody by words', call: 'listCustomers', search: '?text=zzz' },
  { name: 'customers, Premium', call: 'listCustomers', search: '?tier=premium' },
  { name: 'customers, no plan', call: 'listCustomers', search: '?tier=none' },
  { name: 'customers, the team', call: 'listCustomers', search: '?role=admin' },
  { name: "customer's page", call: 'readCustomer', of: customers },
  { name: "customer's ledger", call: 'listCustomerStatement', of: customers },
  { name: 'audit log', call: 'listActs' },
  { name: 'audit log, a rare act', call: 'listActs', search: '?act=role_changed' },
  { name: 'audit log, a week', call: 'listActs', search: `?from=${day(-10)}&to=${day(-3)}` },
];

/** Streamed files, whose addresses are not in the contract. */
export const exports = [{ name: 'export of all bookings', path: '/api/admin/bookings/export.csv' }];

/** The addresses of a view, one for each of its objects; `null` if this release cannot answer it. */
export function addressesOf(view: View, business: Business): string[] | null {
  const known: Record<string, { path: string }> = paths;
  const path = known[view.call]?.path;
  if (!path) return null;
  return (view.of?.(business) ?? ['']).map((id) => path.replace(':id', id) + (view.search ?? ''));
}
