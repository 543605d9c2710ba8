import { create } from 'zustand';
import { isOnline } from '../../../lib/online.ts';
import { holderOf, onceSettled, outbox, type QueuedChange } from '../../../pwa/unsent/outbox.ts';
import type { Change } from '../../../pwa/unsent/work.ts';
import { toast } from '../../../ui/toasts/toast.tsx';
import { ChangeRefused } from '../failure.ts';
import { doneOf, keptOf } from './change.ts';
import { sayRefused } from './change-news.ts';
import { keepReviewDraft } from './review-drafts.ts';

/** The time that a person waits in front of a sheet; after that the change continues by itself. */
const patienceMs = 5000;

/**
 * The changes that this page takes back or has taken back, by id. Each resolves with the change, or with `null` if
 * it was already sent.
 */
const useBack = create<Record<string, Promise<QueuedChange | null>>>(() => ({}));
const isBack = (clientId: string | undefined) => clientId !== undefined && clientId in useBack.getState();

/** Whether the change is being taken back, which waits for a send under way. */
export const useTakingBack = ({ clientId }: QueuedChange): boolean => useBack((s) => clientId in s);

/** Options for following a change. */
interface Following {
  zone: string;
  /** Whether the person still looks at the place that shows a refusal. */
  isAwaited: () => boolean;
  kept: (entry: QueuedChange) => void;
}

/**
 * Makes a change of a booking, or keeps it on this device until the network is back, and reports the result, also
 * after the person has left. An earlier refusal is dropped.
 * @throws ChangeRefused; an Error if this device can store nothing and the network did not answer
 */
export async function submitChange(
  bookingId: string,
  work: Change,
  { zone, isAwaited, kept }: Following,
): Promise<'stored' | 'waiting' | 'taken-back'> {
  const before = outbox
    .state()
    .entries.filter((e) => e.bookingId === bookingId && e.state === 'failed' && e.work.kind === work.kind);
  const online = isOnline();
  let clientId: string | undefined;
  const submitted = await outbox.submit(bookingId, work, online ? patienceMs : 0, {
    kept: (entry) => {
      clientId = entry.clientId;
      kept(entry as QueuedChange);
    },
    isAwaited: () => isAwaited() && !isBack(clientId),
  });
  if (submitted.kind === 'refused') throw new ChangeRefused(submitted.code, submitted.reason);
  for (const entry of before) outbox.discard(entry).catch(() => {});
  // The code that takes a change back also reports the result.
  const back = useBack.getState()[clientId ?? ''];
  const queued = await back?.catch(() => undefined);
  if (queued !== undefined) return queued ? 'taken-back' : 'stored';
  if (submitted.kind === 'stored') toast(doneOf(work, zone));
  else sayLater(submitted.clientId, work, zone, online);
  return submitted.kind;
}

/** Reports that a change continues by itself, and later its result. */
function sayLater(clientId: string, work: Change, zone: string, online: boolean): void {
  const its = () => outbox.state().entries.find((e) => e.clientId === clientId);
  const entry = its();
  const holder = entry && holderOf(entry);
  const later = holder?.reason ?? 'It goes to the team as soon as the network is back.';
  const unsay = toast(
    online && isOnline() && entry && !holder
      ? { title: 'Still on its way', description: 'We go on trying, and tell you the result here.' }
      : { title: 'Kept for now', description: later },
  );
  onceSettled(clientId, () => {
    unsay();
    if (isBack(clientId)) return;
    const refused = its();
    // A failure of earlier attempts is already reported on whatever page the person is.
    if (refused?.state === 'failed' && refused.attempts === 0) sayRefused(refused as QueuedChange);
    if (online && outbox.wasAnswered(clientId)) toast(doneOf(work, zone));
  });
}

/**
 * Takes back a waiting change, and a review with its words, once no send is under way, and reports the result: a
 * change sent meanwhile is done.
 * @throws if the device's storage fails
 */
export async function takeBack(entry: QueuedChange, zone: string): Promise<void> {
  const { clientId, userId, bookingId, work } = entry;
  if (isBack(clientId)) return;
  if (work.kind === 'review') keepReviewDraft(userId, bookingId, work);
  const back = outbox.discard(entry) as Promise<QueuedChange | null>;
  useBack.setState({ [clientId]: back });
  let queued: QueuedChange | null;
  try {
    queued = await back;
  } catch (error) {
    const { [clientId]: _, ...others } = useBack.getState();
    useBack.setState(others, true);
    throw error;
  }
  if (queued) endHoldOf(queued);
  if (queued?.state === 'waiting' && queued.attempts > 0)
    // A copy may have arrived whose answer was lost.
    toast({
      title: 'Taken back',
      description: 'If it reached us before, the booking shows it when the network is back.',
    });
  else if (queued) toast(keptOf(work));
  else {
    const done = doneOf(work, zone);
    toast({
      title: 'It was sent already',
      description: outbox.wasAnswered(clientId)
        ? [`${done.title}.`, done.description].join(' ')
        : 'It had reached us before it could be taken back. The booking shows what it is now.',
    });
  }
}

/** Frees the time that is kept for a move which is not made: for the others, it is one that nobody can have. */
function endHoldOf({ work }: QueuedChange): void {
  if (work.kind !== 'reschedule' || !work.holdId) return;
  const { holdId } = work;
  // The code is not loaded with the bookings. What cannot be loaded now could not end the hold either; it lapses.
  import('../slots/kept-time.ts').then(
    ({ letGoOf }) => letGoOf(holdId),
    () => {},
  );
}

/** Removes a refused change. @throws if the device's storage fails */
export async function dismiss(entry: QueuedChange): Promise<void> {
  await outbox.discard(entry);
  endHoldOf(entry);
}

/** Reports that the device's storage failed. */
export const sayNotKept = (): void =>
  void toast({ title: 'Error', description: 'This device could not keep that.', style: 'destructive' });
