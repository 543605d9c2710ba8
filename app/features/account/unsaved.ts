import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { Preferences } from '../../../api/contract/entities.ts';
import { personMark } from '../../lib/session.ts';

export type Unsaved = Partial<Preferences>;

/**
 * What was chosen or typed on this device and has not been saved, per person: through a failed save, a reload and a
 * closed app, until it is saved or the person signs out.
 */
export const useUnsaved = create<Record<string, Unsaved>>()(
  persist(() => ({}), {
    name: 'hearthkeep-preferences',
    storage: createJSONStorage(() => localStorage),
  }),
);

const nothing: Unsaved = {};
const owner = () => personMark() ?? '';
const setOf = (unsaved: Unsaved) => useUnsaved.setState({ [owner()]: unsaved });

export const unsavedOf = (all: Record<string, Unsaved>): Unsaved => all[owner()] ?? nothing;
export const readUnsaved = (): Unsaved => unsavedOf(useUnsaved.getState());

export function keepUnsaved(change: Unsaved): void {
  setOf({ ...readUnsaved(), ...change });
}

/** Forgets what has been saved, but not what was changed again while it was on its way. */
export function forgetSaved(sent: Unsaved): void {
  const left = Object.entries(readUnsaved()).filter(
    ([name, value]) => sent[name as keyof Preferences] !== value,
  );
  setOf(Object.fromEntries(left));
}

/** What to send: choices always; the text, which may be half written, only when asked. */
export function toSend(unsaved: Unsaved, withText: boolean): Unsaved {
  const { specialInstructions, ...choices } = unsaved;
  return withText && specialInstructions !== undefined ? { ...choices, specialInstructions } : choices;
}
