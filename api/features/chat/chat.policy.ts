import type { Person } from '../../core/person.ts';

/** What somebody says of who they are and which conversation they mean. */
export interface Claim {
  userId: string;
  isSupport: boolean;
  conversationId?: string | undefined;
}

/**
 * Whether a claim agrees with the session: nobody is another, administrators alone are support, and who is not
 * support has their own conversation only. An administrator who claims no support is a customer like others.
 */
export function isTrue(claim: Claim, person: Person): boolean {
  if (claim.userId !== person.id) return false;
  if (claim.isSupport) return person.role === 'admin';
  return claim.conversationId === undefined || claim.conversationId === person.id;
}
