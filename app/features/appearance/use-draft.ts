import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api.ts';
import { useOnline } from '../../lib/online.ts';
import { reasonOf } from '../../lib/reason.ts';
import { toast } from '../../ui/toasts/toast.tsx';
import { changedSince, changesOf, type Published } from './draft.ts';

interface Options<T extends object> {
  published: Published<T>;
  /** Publishes changes on a version. @returns the settings that then hold */
  publish: (version: number, changes: Partial<T>) => Promise<unknown>;
  /** The key of the settings. */
  settings: QueryKey;
  /** The keys of what else shows them. */
  others: readonly QueryKey[];
}

/**
 * The changes that an owner has made and not published. They stand on the values as they were when the first one was
 * made: what somebody else publishes meanwhile is shown before it can be overwritten.
 */
export function useDraft<T extends object>({ published, publish, settings, others }: Options<T>) {
  const client = useQueryClient();
  const online = useOnline();
  const [begun, setBegun] = useState<Published<T> | null>(null);
  const [draft, setDraft] = useState<Partial<T>>({});
  const changes = changesOf(draft, published.values);
  const isChanged = Object.keys(changes).length > 0;
  const meanwhile = isChanged && begun ? changedSince(begun.values, published.values) : [];
  const publishing = useMutation({
    mutationFn: () => publish(published.version, changes),
    onSuccess: (saved) => {
      client.setQueryData(settings, saved);
      reset();
      toast({ title: 'Published' });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.current) client.setQueryData(settings, error.current);
    },
    onSettled: () =>
      Promise.all(
        [settings, ...others].map((queryKey) => client.invalidateQueries({ queryKey, exact: true })),
      ),
  });
  const reset = () => {
    setDraft({});
    setBegun(null);
    publishing.reset();
  };
  const { error } = publishing;
  const fields = error instanceof ApiError ? error.fields : {};
  return {
    values: { ...published.values, ...draft } as T,
    change: (given: Partial<T>) => {
      if (!begun) setBegun(published);
      setDraft((now) => ({ ...now, ...given }));
    },
    /** The server's message about a value, or a part of it: 'claims', 'claims.0.words'. */
    problem: (path: string): string | undefined => fields[path] ?? fields[`texts.${path}`],
    isChanged,
    meanwhile,
    keepMine: () => {
      setBegun(published);
      publishing.reset();
    },
    takeTheirs: reset,
    save: () => {
      if (isChanged && online && !publishing.isPending && meanwhile.length === 0) publishing.mutate();
    },
    isSaving: publishing.isPending,
    online,
    failure: error && Object.keys(fields).length === 0 ? reasonOf(error) : null,
  };
}

export type AppearanceDraft<T extends object> = ReturnType<typeof useDraft<T>>;
