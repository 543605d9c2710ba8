declare module '../../../db/database.ts' {
  interface Database {
    business: BusinessTable;
  }
}

/** The business's own facts. There is one row, made at the first start. */
export interface BusinessTable {
  id: 'business';
  /** Rises with each change, so that a change on other facts than those shown is refused. */
  version: number;
  name: string;
  phone: string;
  email: string;
  /** Empty without one, like the policies. */
  address: string;
  /** IANA; stays once a price was quoted or a payment has begun, like the currency. */
  time_zone: string;
  currency: string;
  /** A policy is a text or one https address. */
  terms: string;
  privacy: string;
  cancellation: string;
  /** JSON: the hours of seven days from Monday on, in minutes; `null` for a day without visits. */
  week: string;
  /** JSON: the single days without visits, each with its reason. */
  closed_days: string;
  /** JSON: the postcodes of the area; none means everywhere. */
  postcodes: string;
  /** Whether customers choose among times at which somebody can come. */
  slots: 'off' | 'on';
  /** Whether customers see the name and the photo of the worker who comes. */
  workers_shown: 'off' | 'on';
  created_at: string;
  updated_at: string;
}
