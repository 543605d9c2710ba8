import {
  type BookingDetails,
  bookingDetailNames,
  labelOfDetail,
  storedDetail,
} from '../../../../contract/rules/booking-details.ts';
import { composeNotes, detailsIn } from '../../../../contract/rules/booking-text.ts';
import { columnOf } from '../../../../core/column-of.ts';
import type { ContactGiven } from '../../account/people-search/people-search.service.ts';
import type { BookingDetailsTable, DetailColumn } from './booking-details.table.ts';

/** Each detail with its column; those of a custom request alone are in its own table. */
const columns = bookingDetailNames.map((name) => [name, columnOf(name)] as const);

export type DetailsRow = Omit<BookingDetailsTable, 'booking_id'>;

/** The details of a custom request; all but the title are `null` where a query joins other bookings, too. */
export interface RequestDetails {
  service_name: string;
  description: string | null;
  priority: string | null;
  location: string | null;
  contact_info: string | null;
}

/** The row of details that were sent one by one. */
export function rowOf(details: BookingDetails): DetailsRow {
  const cells = columns.map(([name, column]) => [column, storedDetail(name, details) || null]);
  return { ...(Object.fromEntries(cells) as Record<DetailColumn, string | null>), as_sent: null };
}

/** The row of details that were sent as one text. A text that the columns do not give back is kept whole, too. */
export function rowOfText(text: string, request: RequestDetails | null): DetailsRow {
  const row = rowOf(detailsIn(text));
  return composeNotes(inCells((column) => row[column], request)) === text ? row : { ...row, as_sent: text };
}

/** The row of a booking's details, which were sent in one of the two forms; `null` without any. */
export function rowSent({
  details,
  notes,
}: {
  details?: BookingDetails | undefined;
  notes?: string | undefined;
}): DetailsRow | null {
  if (details) return rowOf(details);
  const text = notes?.trim();
  return text ? rowOfText(text, null) : null;
}

/** What a row says of its customer's telephone number and address, by which the team finds them. */
export const contactOf = ({
  phone,
  address,
  city,
  postal_code,
}: Pick<DetailsRow, 'phone' | 'address' | 'city' | 'postal_code'>): ContactGiven => ({
  phone,
  place: [address, city, postal_code].filter(Boolean).join(' '),
});

/** The text of a row that is not stored yet. */
export const textOfRow = (row: DetailsRow | null): string | null =>
  row && (row.as_sent ?? composeNotes(inCells((column) => row[column], null)));

/** The text of a request. The team recognises a request by its first words, so they are added if missing. */
export const requestText = ({ serviceName, notes }: BookingDetails): string =>
  notes?.startsWith(`${labelOfDetail('serviceName')}:`) ? notes : composeNotes({ serviceName, notes });

/** A query's row with `detailColumns`, joined or missing. */
type Joined = { [C in DetailColumn | 'as_sent' as `d_${C}`]: string | null } & {
  details_of: string | null;
  /** The present name of the plan among the details, where a query joins it. */
  d_plan_name?: string | null;
};

/** A booking's details; `null` without any. */
export function detailsOf(row: Joined, request: RequestDetails | null): BookingDetails | null {
  if (row.details_of === null) return null;
  const details = inCells((column) => row[`d_${column}`], request);
  return row.d_as_sent === null ? details : { ...details, asSent: row.d_as_sent };
}

/** The text form of a booking's details, as it was sent; `null` without any. */
export function notesOf(row: Joined, request: RequestDetails | null): string | null {
  const details = detailsOf(row, request);
  return details && composeNotes(details, row.d_plan_name);
}

function inCells(cell: (column: DetailColumn) => string | null, request: RequestDetails | null) {
  const details: BookingDetails = {};
  for (const [name, column] of columns) {
    const stored = cell(column);
    if (stored !== null) details[name] = stored;
  }
  return request ? { ...ofRequest(request), ...details } : details;
}

const ofRequest = (request: RequestDetails): BookingDetails => ({
  serviceName: request.service_name,
  description: request.description ?? undefined,
  priority: request.priority ?? undefined,
  location: request.location ?? undefined,
  contactInfo: request.contact_info ?? undefined,
});
