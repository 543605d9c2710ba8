import type { Person } from '../../../core/person.ts';

/**
 * Everybody who may see a booking sees its messages' photos; a photo without a message only its owner and the team.
 */
export function maySee(person: Person, photo: { ownerId: string; isSent: boolean }): boolean {
  return photo.isSent || photo.ownerId === person.id || person.permissions.has('bookings.read');
}

/**
 * The most photos of a person without a message. A device uploads a message's photos, ten at most, just before it.
 * Photos of messages that were taken back are deleted after a month.
 */
export const mostWaiting = 300;

/** The most photos of a person that answer questions and are in no booking. They are deleted after a month, too. */
export const mostUnbooked = 100;

/** The part of a person's total limit that they may upload within a day. */
export const dayPart = 1 / 10;
export const dayMs = 24 * 3_600_000;
