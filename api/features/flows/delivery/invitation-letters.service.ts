import { isolated } from '../../../contract/rules/visible-text.ts';
import type { Env } from '../../../core/env.ts';
import type { Deps } from '../../../deps.ts';
import { MailRefused, MailUnavailable } from '../../../providers/mail/mail.ts';
import {
  claimLetter,
  type OpenInvitation,
  selectDueLetters,
  updateLetter,
} from '../../records/administrators/invitations/invitations.repository.ts';
import { counts, invitationPath } from '../../records/administrators/invitations/invitations.service.ts';
import { againAt } from '../../records/notices/patience.ts';
import { type LetterParts, writeLetter } from './letter.ts';
import type { LetterContent } from './letter-content.ts';
import { dateOf } from './wording.ts';

/** The time of a claim, longer than a letter can take. */
const claimMs = 10 * 60_000;
const perRound = 100;

/**
 * Mails the due invitations to the team. The invited person may not be known here yet, so these are no notices. A
 * letter is claimed first, so that one process sends it; after a crash the same letter goes again under the same id.
 */
export async function deliverInvitations(
  deps: LetterParts & Pick<Deps, 'clock' | 'mail'>,
  stopping: AbortSignal,
): Promise<void> {
  const { db, clock, env, log, mail } = deps;
  if (!mail) return;
  for (const invitation of await selectDueLetters(db, clock.now().toISOString(), perRound)) {
    if (stopping.aborted) return;
    const until = new Date(clock.now().getTime() + claimMs).toISOString();
    if (!(await claimLetter(db, invitation, until))) continue;
    if (!counts(invitation)) {
      await updateLetter(db, invitation.id, { letter_due_at: null });
      continue;
    }
    const { id, email, letter_attempts } = invitation;
    try {
      await mail.send({ id, to: email, ...(await writeLetter(deps, composeInvitation(invitation, env))) });
      await updateLetter(db, id, { letter_due_at: null, letter_sent_at: clock.now().toISOString() });
    } catch (err) {
      const isRefused = err instanceof MailRefused;
      log.warn({ err, invitation: id, attempts: letter_attempts + 1 }, 'an invitation could not be mailed');
      await updateLetter(db, id, { letter_due_at: isRefused ? null : againAt(clock.now(), letter_attempts) });
      // The other letters would fail in the same way.
      if (err instanceof MailUnavailable) return;
    }
  }
}

/** The letter of an invitation. It names nobody: anybody may have been given the address. */
export function composeInvitation(
  invitation: Pick<OpenInvitation, 'email' | 'expires_at' | 'role_id' | 'role_name' | 'role_permissions'>,
  business: Pick<Env, 'BUSINESS_NAME' | 'BUSINESS_TIME_ZONE'>,
): LetterContent {
  const { email, role_name, expires_at } = invitation;
  return {
    subject: `Your invitation to the team of ${business.BUSINESS_NAME}`,
    greeting: 'Hello,',
    sentences: [
      `You are invited to the team of ${business.BUSINESS_NAME}, as: ${isolated(role_name)}.`,
      `Sign in with the address ${email} until ${dateOf(expires_at, business.BUSINESS_TIME_ZONE)}, and you belong to it.`,
      'If you did not expect this, you need not do anything.',
    ],
    action: { label: 'Sign in', path: invitationPath(invitation) },
  };
}
