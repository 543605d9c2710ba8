import type { ChatMessage } from '../../../../api/contract/chat.ts';

/**
 * What others of the team have answered since a place in the conversation. A writer alone is told the id under which
 * their device sent a message, so what has none is somebody else's.
 */
export const othersAnswers = (messages: readonly ChatMessage[], since: number | null): ChatMessage[] =>
  since === null
    ? []
    : messages.filter(({ isSupport, clientId, seq }) => isSupport && clientId === null && seq > since);
