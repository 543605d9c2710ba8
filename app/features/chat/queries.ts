import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ChatMessage } from '../../../api/contract/chat.ts';
import { keyOf, readPage } from '../../lib/api.ts';
import { type History, withEarlier, withMessage, withNewest } from './history.ts';

/** A conversation, as one of its two sides sees it. */
export interface Talk {
  /** Its customer's id. */
  id: string;
  /** Whether the team's side is meant. */
  isSupport: boolean;
}

const pageLength = 50;

const historyKey = ({ id, isSupport }: Talk) =>
  isSupport ? keyOf('listConversationMessages', { id }) : keyOf('listChatMessages');

/** Its messages, as far as they were read; read again, only the newest page is asked for. */
export const historyQuery = (talk: Talk) =>
  queryOptions<History>({
    queryKey: historyKey(talk),
    queryFn: async ({ client, queryKey, signal }) => {
      const page = await readPage<ChatMessage>(`${queryKey.join('/')}?limit=${pageLength}`, signal);
      return withNewest(client.getQueryData<History>(queryKey), page.items, page.next);
    },
  });

/** Reads the page before what is known. @throws ApiError, NetworkError */
export async function readEarlier(client: QueryClient, talk: Talk): Promise<void> {
  const { queryKey } = historyQuery(talk);
  const from = client.getQueryData<History>(queryKey)?.next;
  if (!from) return;
  const { items, next } = await client.fetchQuery({
    // Not a path: nothing is kept of it but what it adds.
    queryKey: ['chat', 'earlier', from],
    queryFn: ({ signal }) => readPage<ChatMessage>(from, signal),
    staleTime: 0,
    gcTime: 0,
  });
  client.setQueryData<History>(queryKey, (known) =>
    known?.next === from ? withEarlier(known, items, next) : known,
  );
}

/** Puts a message that came over the socket into what is known of its conversation. */
export function keepMessage(client: QueryClient, talk: Talk, message: ChatMessage): void {
  const { queryKey } = historyQuery(talk);
  const known = client.getQueryData<History>(queryKey);
  if (!known) return;
  const next = withMessage(known, message);
  if (next) client.setQueryData<History>(queryKey, next);
  else void client.invalidateQueries({ queryKey, exact: true });
}
