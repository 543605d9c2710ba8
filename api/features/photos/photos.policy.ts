import type { Person } from '../../http/handlers.ts';

/** Whoever may see a booking sees its messages' photos; before a photo is in one, only who put it and the team. */
export function maySee(person: Person, photo: { ownerId: string; isSent: boolean }): boolean {
  return photo.isSent || person.role === 'admin' || photo.ownerId === person.id;
}

/**
 * How many photos of a person may wait for their messages. A device sends a message's photos just before it, ten at the
 * most; what is left of messages that were taken back goes after a month.
 */
export const mostWaiting = 300;
