import { notifyManager, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api.ts';
import { onBackOnline } from '../../lib/online.ts';
import { preferencesQuery } from './queries.ts';
import { forgetSaved, toSend } from './unsaved.ts';

/**
 * Saves what is unsaved, one save after another. A save that failed keeps everything, and is made again when the
 * server can be reached.
 */
export function useSavePreferences() {
  const client = useQueryClient();
  const save = useMutation({
    scope: { id: 'preferences' },
    mutationFn: async () => {
      // Read when its turn comes: the save before it may have sent it all.
      const sent = toSend();
      if (Object.keys(sent).length === 0) return null;
      return { sent, kept: await call('savePreferences', { body: sent }) };
    },
    onSuccess: async (saved) => {
      if (!saved) return;
      const { queryKey } = preferencesQuery();
      // A read that began before the save would put the old choices back.
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, saved.kept);
      // After the screen has heard of them: without either, it would show the old choice for a moment.
      notifyManager.schedule(() => forgetSaved(saved.sent));
    },
  });
  const { isError, mutate } = save;
  useEffect(() => (isError ? onBackOnline(() => mutate()) : undefined), [isError, mutate]);
  return save;
}
