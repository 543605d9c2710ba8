import type { ChatMessage } from '../../../../api/contract/schemas/chat.ts';

/**
 * The answers of other team members since a place in the conversation. Only its writer receives the id under which a
 * device sent a message, so a message without an id is by another person.
 */
export const othersAnswers = (messages: readonly ChatMessage[], since: number | null): ChatMessage[] =>
  since === null
    ? []
    : messages.filter(({ isSupport, clientId, seq }) => isSupport && clientId === null && seq > since);
