import { notifyManager, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api.ts';
import { onBackOnline } from '../../lib/online.ts';
import { preferencesQuery } from './queries.ts';
import { forgetSaved, toSend } from './unsaved.ts';

/**
 * Saves unsaved choices, one save after another. A failed save keeps them all, and is repeated when the server can
 * be reached.
 */
export function useSavePreferences() {
  const client = useQueryClient();
  const save = useMutation({
    scope: { id: 'preferences' },
    mutationFn: async () => {
      // Read when this save's turn comes: the save before may have sent everything.
      const sent = toSend();
      if (Object.keys(sent).length === 0) return null;
      return { sent, kept: await call('savePreferences', { body: sent }) };
    },
    onSuccess: async (saved) => {
      if (!saved) return;
      const { queryKey } = preferencesQuery();
      // A read that began before the save would restore the old choices.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, saved.kept);
      // Forgotten only after the screen has the saved values: without either, it would show the old choice for a
      // moment.
      notifyManager.schedule(() => forgetSaved(saved.sent));
    },
  });
  const { isError, mutate } = save;
  useEffect(() => (isError ? onBackOnline(() => mutate()) : undefined), [isError, mutate]);
  return save;
}
