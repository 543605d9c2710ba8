import type { Bus } from '../bus/bus.ts';
import { attendanceHere, type Here } from './attendance.ts';

/** The state of this process's notes to the others about the people present in it. */
export interface Outgoing {
  /** The number of the last note. */
  version: number;
  /** Conversations with changes that were not said yet; support without one is stored under ''. */
  readonly unsaid: Set<string>;
  /** Whether another process has asked for the complete state. */
  isAsked: boolean;
}

export const nothingSaid = (): Outgoing => ({ version: 0, unsaid: new Set(), isAsked: false });

/** Tells the changes since the last note, or the complete state if another process has asked. */
export function say(bus: Bus, here: Here, outgoing: Outgoing): void {
  const whole = outgoing.isAsked;
  if (!whole && outgoing.unsaid.size === 0) return;
  const ids = whole ? [...here.rooms.keys()] : [...outgoing.unsaid].filter((id) => id !== '');
  outgoing.isAsked = false;
  outgoing.unsaid.clear();
  if (!bus.isShared) return;
  outgoing.version += 1;
  const rooms = ids.map((id): [string, 0 | 1, string[]] => {
    const { customerOnline, team } = attendanceHere(here, id);
    return [id, customerOnline ? 1 : 0, team];
  });
  bus.tell({
    kind: 'presence',
    of: bus.id,
    version: outgoing.version,
    whole,
    support: here.support > 0,
    rooms,
  });
}
