import type { SignedIn } from '../sockets/people.ts';
import type { Product } from './product.ts';

/** The attackers' resources: the product, and ordinary accounts. */
export interface Target {
  product: Product;
  /** A person without any data. */
  stranger: SignedIn;
  /** A person with a plan, whose changes are asked of the card provider. */
  subscriber: SignedIn;
  /** The private calendar of a person with very many bookings. */
  feed: string;
}

export interface Attack {
  name: string;
  /** The storage that the attack needs; left out: any. */
  against?: 'sqlite' | 'postgres' | 'disk';
  /** Whether requests may be refused during the attack; otherwise only the attackers' may. */
  refuses?: true;
  /** @returns the function that ends the attack and reports its result */
  begin(target: Target): Promise<() => Promise<string>> | (() => Promise<string>);
}
