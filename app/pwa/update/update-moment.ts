import { isHeld } from '../../lib/hold.ts';
import { isReloadHeld } from '../../lib/reload-hold.ts';
import { isLeaving } from '../../lib/session.ts';
import { countInHand } from '../photos/in-hand.ts';
import { plainStorage, tabStorage } from '../storage/plain-storage.ts';
import { countGoing } from '../unsent/outbox.ts';

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** Fields with typed text, in the order of their first letter. */
const typed = new Set<TextField>();
const isText = (field: EventTarget | null): field is TextField =>
  field instanceof HTMLTextAreaElement ||
  (field instanceof HTMLInputElement && !/^(checkbox|radio|range|button|submit)$/.test(field.type));

/**
 * Follows typing. A form that keeps its text through a reload, in plain storage, is marked by `data-kept`; every
 * other form, and every form on a full device, counts as losing it. Must be called once, before the first letter.
 */
export function watchTyping(): void {
  addEventListener('input', ({ target }) => isText(target) && typed.add(target), { capture: true });
}

/** The words of a search field are easily typed again, so they count only while the person types. */
function wouldBeLost(field: TextField): boolean {
  if (!field.isConnected) typed.delete(field);
  if (!field.isConnected || !field.value) return false;
  if (field.closest('[data-kept]') && plainStorage.keepsAll() && tabStorage.keepsAll()) return false;
  return field.type !== 'search' || field === document.activeElement;
}

/**
 * Whether the page may be reloaded: nothing waits to be sent, no payment or sign-in is under way, no dialog is open,
 * and no text or choice would be lost.
 */
export const isGoodMoment = (): boolean =>
  !countGoing() &&
  !countInHand() &&
  plainStorage.keepsAll() &&
  tabStorage.keepsAll() &&
  !isReloadHeld() &&
  !isHeld() &&
  !isLeaving() &&
  !document.querySelector('dialog:modal') &&
  ![...typed].some(wouldBeLost);

/** Whether a field has the focus, in which nothing may move. */
export const isWriting = (): boolean => isText(document.activeElement);
