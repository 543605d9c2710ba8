import type { MailServer } from '../../api/testing/outside/mail-server.ts';
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
  /** The server that takes the product's letters. */
  mail: MailServer;
}

/** The result of an attack. */
export interface Outcome {
  text: string;
  /** Whether bounds of the attack's own were held; left out if it has none. */
  isHeld?: boolean;
}

type End = () => Promise<string | Outcome>;

export interface Attack {
  name: string;
  /** The storage that the attack needs; left out: any. */
  against?: 'sqlite' | 'postgres' | 'disk';
  /** Whether requests may be refused during the attack; otherwise only the attackers' may. */
  refuses?: true;
  /** @returns the function that ends the attack and reports its result */
  begin(target: Target): Promise<End> | End;
}
