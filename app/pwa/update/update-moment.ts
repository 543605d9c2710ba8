import { isHeld } from '../../lib/hold.ts';
import { isReloadHeld } from '../../lib/reload-hold.ts';
import { isLeaving } from '../../lib/session.ts';
import { countInHand } from '../photos/in-hand.ts';
import { countUnsent } from '../storage/chat-unsent.ts';
import { plainStorage, tabStorage } from '../storage/plain-storage.ts';
import { countGoing } from '../unsent/outbox.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Fields that were typed in, in the order of their first letter. */
const typed = new Set<TextField>();
const isText = (field: EventTarget | null): field is TextField =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement && !/^(checkbox|radio|range|button|submit)$/.test(field.type));

/**
 * Follows what is typed. A form that keeps what stands in it through a reload, in plain storage, says so by `data-kept`;
 * of every other one, and where the device is full, it is taken that it does not. To be called once, before the first letter.
 */
export function watchTyping(): void {
  addEventListener('input', ({ target }) => isText(target) && typed.add(target), { capture: true });
}

/** Words that a list is narrowed down by are typed again in a moment: they count while they are being typed. */
function wouldBeLost(field: TextField): boolean {
  if (!field.isConnected) typed.delete(field);
  if (!field.isConnected || !field.value) return false;
  if (field.closest('[data-kept]') && plainStorage.keepsAll() && tabStorage.keepsAll()) return false;
  return field.type !== 'search' || field === document.activeElement;
}

/**
 * Whether the page may be loaded anew: nothing waits to be sent, no payment or sign-in is under way, nothing is open
 * over the page, and nothing was written or chosen that the device does not keep.
 */
export const isGoodMoment = (): boolean =>
  !countGoing() &&
  !countUnsent() &&
  !countInHand() &&
  plainStorage.keepsAll() &&
  tabStorage.keepsAll() &&
  !isReloadHeld() &&
  !isHeld() &&
  !isLeaving() &&
  !document.querySelector('dialog:modal') &&
  ![...typed].some(wouldBeLost);

/** Whether somebody has a field in hand, in which nothing may move. */
export const isWriting = (): boolean => isText(document.activeElement);
