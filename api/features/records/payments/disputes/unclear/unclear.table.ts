import type { Unclear } from '../../../../../providers/payments/payments.ts';

declare module '../../../../../db/database.ts' {
  interface Database {
    unclear_at_provider: UnclearAtProviderTable;
  }
}

/** Something at the card provider that the product does not know or sell, while it holds; see `Unclear`. */
export interface UnclearAtProviderTable {
  /** The object's id, and what is unclear of it. */
  id: string;
  /** The object, or the part of an object, with which it is read again. */
  read_by: string;
  user_id: string;
  kind: Unclear['kind'];
  object_id: string;
  what: Unclear['what'];
  said: string;
  noted_at: string;
  /** The time at which an administrator noted it as seen. */
  settled_at: string | null;
}
