import type { Priority } from '../../contract/forms.ts';

/** What was asked for beyond the catalogue: one row beside its booking, which holds the time and the length. */
export interface CustomRequestTable {
  booking_id: string;
  service_name: string;
  description: string;
  priority: Priority;
  location: string;
  contact_info: string;
}
