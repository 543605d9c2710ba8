import {
  type BookingDetails,
  composeNotes,
  detailsIn,
  oneLine,
} from '../../../../contract/rules/booking-details.ts';
import type { BookingDetailsTable } from './booking-details.table.ts';

/** The columns of each detail; those of a custom request are in its own table. */
const columns = {
  customerName: 'customer_name',
  phone: 'phone',
  email: 'email',
  address: 'address',
  city: 'city',
  state: 'state',
  postalCode: 'postal_code',
  emergencyContact: 'emergency_contact',
  emergencyPhone: 'emergency_phone',
  subscriptionTier: 'subscription_tier',
  accessInstructions: 'access_instructions',
  notes: 'notes',
} as const satisfies { [N in keyof BookingDetails]: keyof BookingDetailsTable };
type Name = keyof typeof columns;
type Column = (typeof columns)[Name];
const names = Object.keys(columns) as Name[];

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
  const cells = names.map((name) => {
    const given = details[name] ?? '';
    return [columns[name], (name === 'notes' ? given.trim() : oneLine(given)) || null];
  });
  return { ...(Object.fromEntries(cells) as Record<Column, string | null>), as_sent: null };
}

/** The row of details that were sent as one text. A text that the columns do not give back is kept whole, too. */
export function rowOfText(text: string, request: RequestDetails | null): DetailsRow {
  const row = rowOf(detailsIn(text));
  return composed((column) => row[column], request) === text ? row : { ...row, as_sent: text };
}

/** A query's row with `detailColumns`, joined or missing. */
type Joined = { [C in Column | 'as_sent' as `d_${C}`]: string | null } & { details_of: string | null };

/** The text of a booking's details, as it was sent; `null` without any. */
export function notesOf(row: Joined, request: RequestDetails | null): string | null {
  if (row.details_of === null) return null;
  return row.d_as_sent ?? composed((column) => row[`d_${column}`], request);
}

function composed(cell: (column: Column) => string | null, request: RequestDetails | null): string {
  const own = names.map((name) => [name, cell(columns[name]) ?? undefined]);
  return composeNotes({
    ...Object.fromEntries(own),
    ...(request && {
      serviceName: request.service_name,
      description: request.description ?? undefined,
      priority: request.priority ?? undefined,
      location: request.location ?? undefined,
      contactInfo: request.contact_info ?? undefined,
    }),
  });
}
