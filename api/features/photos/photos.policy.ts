import type { Person } from '../../core/person.ts';

/** Whoever may see a booking sees its messages' photos; before a photo is in one, only who put it and the team. */
export function maySee(person: Person, photo: { ownerId: string; isSent: boolean }): boolean {
  return photo.isSent || person.role === 'admin' || photo.ownerId === person.id;
}

/**
 * How many photos of a person may wait for their messages. A device sends a message's photos just before it, ten at the
 * most; what is left of messages that were taken back goes after a month.
 */
export const mostWaiting = 300;

/** Within a day somebody may have kept this part of what they may have kept in all. */
export const dayPart = 1 / 10;
export const dayMs = 24 * 3_600_000;

/** The team's photos are the business's own, and are not weighed. */
export const isWeighed = (person: Person): boolean => person.role !== 'admin';
