import { useMutation, useQueryClient } from '@tanstack/react-query';
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
    onSuccess: (saved) => {
      if (!saved) return;
      client.setQueryData(preferencesQuery().queryKey, saved.kept);
      forgetSaved(saved.sent);
    },
  });
  const { isError, mutate } = save;
  useEffect(() => (isError ? onBackOnline(() => mutate()) : undefined), [isError, mutate]);
  return save;
}
