import { tabStorage } from '../../pwa/storage/plain-storage.ts';
import { type Wish, wishName, wishText } from './wish-text.ts';

/** A sign-in takes a minute or two; after this time the wish is dropped. */
const lastsMs = 15 * 60_000;

/** Keeps the wish through the sign-in, in this tab. */
export function keepWish(wish: Wish, now = Date.now()): void {
  tabStorage.setItem(wishName, wishText(wish, now));
}

/** Takes the wish out of storage, once. */
export function takeWish(now = Date.now()): Wish | null {
  const kept = tabStorage.getItem(wishName);
  if (!kept) return null;
  tabStorage.removeItem(wishName);
  const { wish, at } = JSON.parse(kept);
  return now - at < lastsMs ? wish : null;
}
