import { chatHref } from '../../../contract/rules/push-payload.ts';
import { choiceOf, greetingOf } from './letter.ts';
import type { LetterContent } from './letter-content.ts';

/** The letter about an answer in the live chat that its customer has not seen. */
export const composeChatAnswer = (member: { first_name: string }): LetterContent => ({
  subject: 'The team answered you',
  greeting: greetingOf(member),
  sentences: ['The team has answered you in the live chat.'],
  action: { label: 'Read it and answer', path: chatHref },
  choice: choiceOf('messages from the team'),
});
