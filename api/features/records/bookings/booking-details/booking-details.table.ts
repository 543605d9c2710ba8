declare module '../../../../db/database.ts' {
  interface Database {
    booking_details: BookingDetailsTable;
  }
}

/**
 * The customer's details of a booking. A custom request's title, description, priority, place and contact are in its
 * own table. A booking without details, or whose details were erased, has no row.
 */
export interface BookingDetailsTable {
  booking_id: string;
  customer_name: string | null;
  phone: string | null;
  email: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  emergency_contact: string | null;
  emergency_phone: string | null;
  /** The plan that the customer chose in the form. */
  subscription_tier: string | null;
  access_instructions: string | null;
  /** The customer's own words. */
  notes: string | null;
  /** The whole text as it was sent, if the columns do not give it back byte for byte. */
  as_sent: string | null;
}

/** The details of booking `d`, under names of their own: other tables have an e-mail address and a state, too. */
export const detailColumns = [
  'd.booking_id as details_of',
  'd.customer_name as d_customer_name',
  'd.phone as d_phone',
  'd.email as d_email',
  'd.address as d_address',
  'd.city as d_city',
  'd.state as d_state',
  'd.postal_code as d_postal_code',
  'd.emergency_contact as d_emergency_contact',
  'd.emergency_phone as d_emergency_phone',
  'd.subscription_tier as d_subscription_tier',
  'd.access_instructions as d_access_instructions',
  'd.notes as d_notes',
  'd.as_sent as d_as_sent',
] as const;
