import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Body } from '../../../../api/contract/calls/calls.ts';
import { ApiError, keyOf } from '../../../lib/api.ts';
import { historyQuery } from '../../../lib/cache/chat-messages.ts';
import { teamCall } from '../../../shared/team-api.ts';
import { toast } from '../../../ui/toasts/toast.tsx';
import { conversationQuery } from '../inbox-queries.ts';

type Change = Pick<Body<'changeConversation'>, 'assignee' | 'status'>;

/**
 * Takes a conversation over, releases it, closes or reopens it, based on its last read state: if somebody has
 * written since, or another member has it, nothing is changed and it is read again.
 */
export function useChangeConversation(id: string) {
  const client = useQueryClient();
  const { queryKey } = conversationQuery(id);
  const history = historyQuery({ id, isSupport: true }).queryKey;
  return useMutation({
    mutationFn: (change: Change) => {
      const lastSeenId = client.getQueryData(history)?.messages.at(-1)?.id ?? null;
      const seenAssignee = client.getQueryData(queryKey)?.assignee?.id ?? null;
      return teamCall('changeConversation', {
        params: { id },
        body: { ...change, lastSeenId, seenAssignee },
      });
    },
    onSuccess: async (conversation) => {
      // A read that began earlier would restore the old state.
      await client.cancelQueries({ queryKey, exact: true });
      client.setQueryData(queryKey, conversation);
      const lists = keyOf('listConversations');
      void client.invalidateQueries({
        predicate: (query) =>
          query.queryKey.length === lists.length + 1 &&
          String(query.queryKey.at(-1)).startsWith('?') &&
          lists.every((segment, at) => query.queryKey[at] === segment),
      });
    },
    onError: (error) => {
      const isNew = error instanceof ApiError && error.code === 'conflict';
      toast({
        title: isNew ? 'Nothing was changed' : 'That did not work',
        description: error instanceof ApiError ? error.text : 'The network did not answer. Please try again.',
        style: 'destructive',
      });
      if (!isNew) return;
      void client.invalidateQueries({ queryKey: history, exact: true });
      void client.invalidateQueries({ queryKey, exact: true });
    },
  });
}
