import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { Preferences } from '../../../api/contract/entities.ts';
import { personMark } from '../../lib/session.ts';
import { begunNames, mergeOwn } from '../../pwa/storage/begun.ts';
import { plainStorage } from '../../pwa/storage/plain-storage.ts';

export interface Unsaved {
  values: Partial<Preferences>;
  /** Whether its writer has asked for the text to be saved; until then it may be half written. */
  textAsked: boolean;
}

/**
 * What was chosen or typed on this device and has not been saved, per person: through a failed save, a reload and a
 * closed app, until it is saved or the person signs out.
 */
export const useUnsaved = create<Record<string, Unsaved>>()(
  persist(() => ({}), {
    name: begunNames.preferences,
    storage: createJSONStorage(() => plainStorage),
    merge: mergeOwn,
  }),
);

const nothing: Unsaved = { values: {}, textAsked: false };
const owner = () => personMark() ?? '';
/** Whose it was before, on a device that changed hands, goes. */
const set = (unsaved: Unsaved) => useUnsaved.setState({ [owner()]: unsaved }, true);

export const unsavedOf = (all: Record<string, Unsaved>): Unsaved => all[owner()] ?? nothing;
const current = (): Unsaved => unsavedOf(useUnsaved.getState());

export function keepUnsaved(change: Partial<Preferences>): void {
  const { values, textAsked } = current();
  const isTyping = change.specialInstructions !== undefined;
  set({ values: { ...values, ...change }, textAsked: textAsked && !isTyping });
}

export function askForText(): void {
  set({ ...current(), textAsked: true });
}

/** Forgets what has been saved, but not what was changed again while it was on its way. */
export function forgetSaved(sent: Partial<Preferences>): void {
  const { values, textAsked } = current();
  const left: Partial<Preferences> = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => sent[name as keyof Preferences] !== value),
  );
  set({ values: left, textAsked: textAsked && left.specialInstructions !== undefined });
}

/** What to send: choices at once, the text when it was asked for. */
export function toSend({ values, textAsked } = current()): Partial<Preferences> {
  const { specialInstructions, ...choices } = values;
  return textAsked && specialInstructions !== undefined ? { ...choices, specialInstructions } : choices;
}
