import type { Service } from '../../../api/contract/schemas/catalogue.ts';
import { tabStorage } from '../../pwa/storage/plain-storage.ts';

/** The action that a visitor wanted before signing in. */
export type Wish =
  | { kind: 'one_time' | 'subscription'; serviceId: Service['id'] }
  | ({ kind: 'custom_quote' } & RequestedQuote);

/** What a quote is asked for: a service of the catalogue that has no price, or else what was searched for, if anything. */
export interface RequestedQuote {
  serviceName: string;
  serviceId?: Service['id'];
}

const name = 'hearthkeep-wish';
/** A sign-in takes a minute or two; after this time the wish is dropped. */
const lastsMs = 15 * 60_000;

/** Keeps the wish through the sign-in, in this tab. */
export function keepWish(wish: Wish, now = Date.now()): void {
  tabStorage.setItem(name, JSON.stringify({ wish, at: now }));
}

/** Takes the wish out of storage, once. */
export function takeWish(now = Date.now()): Wish | null {
  const kept = tabStorage.getItem(name);
  if (!kept) return null;
  tabStorage.removeItem(name);
  const { wish, at } = JSON.parse(kept);
  return now - at < lastsMs ? wish : null;
}
