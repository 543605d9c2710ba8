import type { Person } from '../../../core/person.ts';

/** A client's claim about its person and the conversation. */
export interface Claim {
  userId: string;
  isSupport: boolean;
  conversationId?: string | undefined;
}

/**
 * Whether a claim agrees with the session: a person is only themselves, support is only a person whose role answers
 * it, and everybody else has only their own conversation. Such a person who does not claim support is an ordinary
 * customer.
 */
export function isTrue(claim: Claim, person: Person): boolean {
  if (claim.userId !== person.id) return false;
  if (claim.isSupport) return person.permissions.has('support.answer');
  return claim.conversationId === undefined || claim.conversationId === person.id;
}
