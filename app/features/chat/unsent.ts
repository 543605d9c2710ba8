import { create } from 'zustand';
import { changeUnsent, isUnsentOf, readUnsent, type Unsent } from '../../pwa/storage/chat-unsent.ts';
import { forgetUnkept } from '../../pwa/storage/plain-storage.ts';
import type { Talk } from './queries.ts';

interface State {
  userId: string | null;
  list: readonly Unsent[];
  /** How often this tab has changed it. */
  written: number;
}

/** What this person wrote on this device and the server has not answered for. */
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

/** Another tab has written, or was answered. */
export function hearOtherTabs({ key }: StorageEvent): void {
  const { userId } = useUnsent.getState();
  if (userId && (key === null || isUnsentOf(userId, key))) useUnsent.setState({ list: readUnsent(userId) });
}

/**
 * @param lastSeenId of the team's: the newest message that its writer had before them, `null` where there was none
 * @returns whether it is kept; not while nobody is known to be signed in
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

/** @param refused why */
export const markUnsent = (clientId: string, refused: string): void => changeOne(clientId, { refused });

/**
 * Has a refused one go again.
 * @param lastSeenId what its writer has seen by now; `undefined` where that is not known, or does not matter
 */
export const retryUnsent = (clientId: string, lastSeenId: string | null | undefined): void =>
  changeOne(clientId, { refused: null, ...(lastSeenId !== undefined && { lastSeenId }) });
