import type { ChatMessage } from '../../../contract/schemas/chat.ts';
import type { Person } from '../../../core/person.ts';
import { notAllowed, notFound } from '../../../core/refusal.ts';
import { isTrue } from './chat.policy.ts';
import { type Parts, type Sent, storeChatMessage } from './chat.service.ts';

/**
 * Sends a person's message: in their own conversation, or as the team in any.
 * @param key the id under which the writer's device keeps it: a repeat returns the first message
 * @throws Refusal `forbidden` for a customer who writes as the team; `not_found` for another customer's conversation;
 * and as `storeChatMessage` does
 */
export async function sendChatMessage(
  deps: Parts,
  person: Person,
  message: Omit<Sent, 'clientId'>,
  key: string | null,
): Promise<ChatMessage> {
  if (!isTrue({ ...message, userId: person.id }, person))
    throw message.isSupport ? notAllowed() : notFound('Conversation');
  return (await storeChatMessage(deps, person, { ...message, clientId: key })).message;
}
