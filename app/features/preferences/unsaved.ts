import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { Preferences } from '../../../api/contract/schemas/people.ts';
import { personMark } from '../../lib/session.ts';
import { begunNames, mergeOwn } from '../../pwa/storage/begun.ts';
import { plainStorage } from '../../pwa/storage/plain-storage.ts';

export interface Unsaved {
  values: Partial<Preferences>;
  /** Whether the person has asked to save the text; until then it may be half written. */
  textAsked: boolean;
}

/**
 * The unsaved choices and texts of this device, per person. They survive a failed save, a reload and a closed app,
 * until they are saved or the person signs out.
 */
export const useUnsaved = create<Record<string, Unsaved>>()(
  persist(() => ({}), {
    name: begunNames.preferences,
    storage: createJSONStorage(() => plainStorage),
    // The device has the newest values, also where a window with older ones has not read them yet.
    merge: (kept) => mergeOwn(kept, {}),
  }),
);

const nothing: Unsaved = { values: {}, textAsked: false };
const owner = () => personMark() ?? '';
/** The entries of an earlier person on this device are dropped. */
const set = (unsaved: Unsaved) => useUnsaved.setState({ [owner()]: unsaved }, true);

export const unsavedOf = (all: Record<string, Unsaved>): Unsaved => all[owner()] ?? nothing;
/** Read from the device first: another window of this person may have changed it. */
function current(): Unsaved {
  void useUnsaved.persist.rehydrate();
  return unsavedOf(useUnsaved.getState());
}

/** Shows what other windows of this person write. @returns a function that ends it */
export function hearOtherWindows(): () => void {
  const hear = ({ key }: Pick<StorageEvent, 'key'>) => {
    if (key === begunNames.preferences || key === null) void useUnsaved.persist.rehydrate();
  };
  hear({ key: null });
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

export function keepUnsaved(change: Partial<Preferences>): void {
  const { values, textAsked } = current();
  const isTyping = change.specialInstructions !== undefined;
  set({ values: { ...values, ...change }, textAsked: textAsked && !isTyping });
}

export function askForText(): void {
  set({ ...current(), textAsked: true });
}

/** Forgets the saved values, except those changed again during the save. */
export function forgetSaved(sent: Partial<Preferences>): void {
  const { values, textAsked } = current();
  const left: Partial<Preferences> = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => sent[name as keyof Preferences] !== value),
  );
  set({ values: left, textAsked: textAsked && left.specialInstructions !== undefined });
}

/** The values to send: choices at once, the text when its writer asked for it. */
export function toSend({ values, textAsked } = current()): Partial<Preferences> {
  const { specialInstructions, ...choices } = values;
  return textAsked && specialInstructions !== undefined ? { ...choices, specialInstructions } : choices;
}
