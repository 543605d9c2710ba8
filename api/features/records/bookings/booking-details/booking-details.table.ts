import { type BookingDetailName, bookingDetailNames } from '../../../../contract/rules/booking-details.ts';
import { type ColumnOf, columnOf } from '../../../../core/column-of.ts';

declare module '../../../../db/database.ts' {
  interface Database {
    booking_details: BookingDetailsTable;
  }
}

/** The column of each detail. */
export type DetailColumn = ColumnOf<BookingDetailName>;

/**
 * The customer's details of a booking, a column for each detail of the contract's list. A custom request's title,
 * description, priority, place and contact are in its own table. A booking without details, or whose details were
 * erased, has no row.
 */
export interface BookingDetailsTable extends Record<DetailColumn, string | null> {
  booking_id: string;
  /** The whole text as it was sent, if the columns do not give it back byte for byte. */
  as_sent: string | null;
}

/** A detail's column of booking `d`, under a name of its own: other tables have an e-mail address and a state, too. */
type Selected<Column extends string> = Column extends string ? `d.${Column} as d_${Column}` : never;
const selected = <Column extends DetailColumn | 'as_sent'>(column: Column) =>
  `d.${column} as d_${column}` as Selected<Column>;

/** The details of booking `d`. */
export const detailColumns = [
  'd.booking_id as details_of' as const,
  ...bookingDetailNames.map((name) => selected(columnOf(name))),
  selected('as_sent'),
];
