import { create } from 'zustand';
import type { Talk } from '../../lib/cache/chat-messages.ts';
import { changeUnsent, isUnsentOf, readUnsent, type Unsent } from '../../pwa/storage/chat-unsent.ts';
import { forgetUnkept } from '../../pwa/storage/plain-storage.ts';

interface State {
  userId: string | null;
  list: readonly Unsent[];
  /** The number of changes by this tab. */
  written: number;
}

/** The messages that this person wrote on this device and the server has not confirmed. */
export const useUnsent = create<State>(() => ({ userId: null, list: [], written: 0 }));

function change(next: (list: Unsent[]) => Unsent[]): void {
  const { userId, written } = useUnsent.getState();
  if (userId) useUnsent.setState({ list: changeUnsent(userId, next), written: written + 1 });
}

export function beginUnsent(userId: string): void {
  useUnsent.setState({ userId, list: readUnsent(userId) });
}

export function endUnsent(): void {
  useUnsent.setState({ userId: null, list: [] });
  forgetUnkept();
}

/** Another tab has written a message, or got an answer. */
export function hearOtherTabs({ key }: StorageEvent): void {
  const { userId } = useUnsent.getState();
  if (userId && (key === null || isUnsentOf(userId, key))) useUnsent.setState({ list: readUnsent(userId) });
}

/**
 * Keeps a message until it is sent.
 * @param lastSeenId for the team: the newest message that the writer saw, `null` without one
 * @returns whether it is kept; not while the signed-in person is unknown
 */
export function keepUnsent({ id, isSupport }: Talk, content: string, lastSeenId?: string | null): boolean {
  if (!useUnsent.getState().userId) return false;
  const clientId = crypto.randomUUID();
  const createdAt = new Date().toISOString();
  const unsent = { clientId, conversationId: id, isSupport, content, createdAt, refused: null };
  const seen = isSupport && lastSeenId !== undefined && { lastSeenId };
  change((list) => [...list, { ...unsent, ...seen }]);
  return true;
}

export const dropUnsent = (clientId: string): void =>
  change((list) => list.filter((unsent) => unsent.clientId !== clientId));

const changeOne = (clientId: string, changed: Partial<Unsent>): void =>
  change((list) => list.map((unsent) => (unsent.clientId === clientId ? { ...unsent, ...changed } : unsent)));

/** @param refused the reason */
export const markUnsent = (clientId: string, refused: string): void => changeOne(clientId, { refused });

/**
 * Makes a refused message be sent again.
 * @param lastSeenId the newest message that its writer has seen by now; `undefined` if that is unknown or irrelevant
 */
export const retryUnsent = (clientId: string, lastSeenId: string | null | undefined): void =>
  changeOne(clientId, { refused: null, ...(lastSeenId !== undefined && { lastSeenId }) });
