import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ChatMessage } from '../../../api/contract/schemas/chat.ts';
import { keyOf, readPage } from '../../lib/api.ts';
import { type History, withEarlier, withMessage, withNewest } from './history.ts';

/** A conversation from one of its two sides. */
export interface Talk {
  /** The customer's id. */
  id: string;
  /** Whether this is the team's side. */
  isSupport: boolean;
}

const pageLength = 50;

const historyKey = ({ id, isSupport }: Talk) =>
  isSupport ? keyOf('listConversationMessages', { id }) : keyOf('listChatMessages');

/** The messages, as far as they were read; a repeated read asks only for the newest page. */
export const historyQuery = (talk: Talk) =>
  queryOptions<History>({
    queryKey: historyKey(talk),
    queryFn: async ({ client, queryKey, signal }) => {
      const page = await readPage<ChatMessage>(`${queryKey.join('/')}?limit=${pageLength}`, signal);
      return withNewest(client.getQueryData<History>(queryKey), page.items, page.next);
    },
  });

/** Reads the page before the known messages. @throws ApiError, NetworkError */
export async function readEarlier(client: QueryClient, talk: Talk): Promise<void> {
  const { queryKey } = historyQuery(talk);
  const from = client.getQueryData<History>(queryKey)?.next;
  if (!from) return;
  const { items, next } = await client.fetchQuery({
    // The key is no path, so the page itself is not stored; only its messages are.
    queryKey: ['chat', 'earlier', from],
    queryFn: ({ signal }) => readPage<ChatMessage>(from, signal),
    staleTime: 0,
    gcTime: 0,
  });
  client.setQueryData<History>(queryKey, (known) =>
    known?.next === from ? withEarlier(known, items, next) : known,
  );
}

/** Adds a message from the socket to the known part of its conversation. */
export function keepMessage(client: QueryClient, talk: Talk, message: ChatMessage): void {
  const { queryKey } = historyQuery(talk);
  const known = client.getQueryData<History>(queryKey);
  if (!known) return;
  const next = withMessage(known, message);
  if (next) client.setQueryData<History>(queryKey, next);
  else void client.invalidateQueries({ queryKey, exact: true });
}
