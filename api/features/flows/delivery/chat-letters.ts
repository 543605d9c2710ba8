import { chatHref } from '../../../contract/rules/push-payload.ts';
import type { Env } from '../../../core/env.ts';

type Business = Pick<Env, 'PUBLIC_URL' | 'BUSINESS_NAME' | 'SUPPORT_PHONE'>;

/** The letter about an answer in the live chat that its customer has not seen. */
export function composeChatAnswer(
  member: { first_name: string },
  business: Business,
): { subject: string; text: string } {
  const lines = [
    `Hello ${member.first_name || 'there'},`,
    '',
    'The team has answered you in the live chat.',
    '',
    'Read it and answer:',
    `${business.PUBLIC_URL}${chatHref}`,
    '',
    `${business.BUSINESS_NAME} · ${business.SUPPORT_PHONE}`,
    '',
    'You get messages from the team by e-mail. To change that:',
    `${business.PUBLIC_URL}/profile?tab=preferences`,
    '',
  ];
  return { subject: 'The team answered you', text: lines.join('\n') };
}
