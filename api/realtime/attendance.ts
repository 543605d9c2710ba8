/** A socket that is present; `conversationId` is `null` if support has joined none. */
export interface Attendant {
  personId: string;
  isSupport: boolean;
  conversationId: string | null;
}

/** The people present in a conversation. */
export interface Attendance {
  customerOnline: boolean;
  /** Administrators' ids, in no order. */
  team: string[];
}

/** The sockets of this process that are present. */
export interface Here {
  /** The number of each person's sockets in each conversation. */
  readonly rooms: Map<string, { customer: number; team: Map<string, number> }>;
  /** The number of support's sockets, in a conversation or in none. */
  support: number;
}

export const nobodyHere = (): Here => ({ rooms: new Map(), support: 0 });

/** Counts a socket that has come, or has gone. */
export function count(here: Here, { personId, isSupport, conversationId }: Attendant, by: 1 | -1): void {
  if (isSupport) here.support += by;
  if (!conversationId) return;
  const room = here.rooms.get(conversationId) ?? { customer: 0, team: new Map<string, number>() };
  here.rooms.set(conversationId, room);
  if (isSupport) addTo(room.team, personId, by);
  else room.customer += by;
  if (room.customer === 0 && room.team.size === 0) here.rooms.delete(conversationId);
}

export function attendanceHere(here: Here, conversationId: string): Attendance {
  const room = here.rooms.get(conversationId);
  return { customerOnline: (room?.customer ?? 0) > 0, team: [...(room?.team.keys() ?? [])] };
}

/** Combines the attendance of one conversation in several processes. */
export const together = (all: readonly Attendance[]): Attendance => ({
  customerOnline: all.some(({ customerOnline }) => customerOnline),
  team: [...new Set(all.flatMap(({ team }) => team))],
});

function addTo(counts: Map<string, number>, key: string, by: number): void {
  const sum = (counts.get(key) ?? 0) + by;
  if (sum > 0) counts.set(key, sum);
  else counts.delete(key);
}
