import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { RunningServer } from './server.ts';

interface TestCard {
  number: string;
  /** The bank asks the payer before anything else. */
  asks?: true;
  /** The provider's words for the failure, if the payment fails. */
  refused?: string;
  /** The card can be saved, though not charged. */
  attaches?: true;
}

const declined = 'Your card was declined.';

/** The provider's test cards that ask or fail, with its words (docs.stripe.com/testing). */
export const testCards: TestCard[] = [
  { number: '4000000000000002', refused: declined },
  { number: '4000000000009995', refused: 'Your card has insufficient funds.' },
  { number: '4000000000009987', refused: declined },
  { number: '4000000000009979', refused: declined },
  { number: '4100000000000019', refused: declined },
  { number: '4000000000006975', refused: 'making repeated attempts too frequently' },
  { number: '4000000000000069', refused: 'Your card has expired.' },
  { number: '4000000000000127', refused: "Your card's security code is incorrect." },
  { number: '4000000000000119', refused: 'An error occurred while processing your card.' },
  { number: '4000000000000341', refused: declined, attaches: true },
  { number: '4000008400001629', asks: true, refused: declined },
  { number: '4000008260003178', asks: true, refused: 'Your card has insufficient funds.', attaches: true },
  { number: '4000002760003184', asks: true },
  { number: '4000000000003220', asks: true },
  { number: '4000002500003155', asks: true },
  { number: '4000003800000446', asks: true },
];

/** The sums charged according to the provider's own books, in cents, of everybody; read directly. */
export function takenCents(server: RunningServer): number[] {
  const books = new Database(join(server.dataDir, 'sandbox', 'payments-sandbox.sqlite'), { readonly: true });
  try {
    return books
      .prepare(
        `SELECT json_extract(json, '$.amount') FROM objects
         WHERE kind = 'charge' AND json_extract(json, '$.status') = 'succeeded' ORDER BY seq`,
      )
      .pluck()
      .all() as number[];
  } finally {
    books.close();
  }
}
