import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BusinessForm } from '../../../api/contract/schemas/business.ts';
import { ApiError } from '../../lib/api.ts';
import { useOnline } from '../../lib/online.ts';
import { reasonOf } from '../../lib/reason.ts';
import { configQuery } from '../../lib/session.ts';
import { businessQuery } from '../../shared/business/queries.ts';
import { teamCall } from '../../shared/team-api.ts';
import { useSettled } from '../../ui/hooks/use-settled.ts';
import { toast } from '../../ui/toasts/toast.tsx';
import {
  bodyOf,
  changedSince,
  changesOf,
  changesOpening,
  type Draft,
  type Facts,
  problemOf,
  type Settings,
} from './draft.ts';
import { previewQuery, settingsQuery } from './queries.ts';

/** The part of the form that every group of fields gets. */
export interface Parts {
  facts: Facts;
  change: (given: Draft) => void;
  problems: (field: keyof Facts) => string | undefined;
}

/**
 * The changes that the owner has made and not published. They stand on the settings as they were when the first one
 * was made: what somebody else publishes meanwhile is shown before it can be overwritten.
 */
export function useDraft(settings: Settings, shown: boolean) {
  const client = useQueryClient();
  const online = useOnline();
  const [begun, setBegun] = useState<Settings | null>(null);
  const [draft, setDraft] = useState<Draft>({});
  const on = begun ?? settings;
  const changes = changesOf(draft, settings);
  const isChanged = Object.keys(changes).length > 0;
  const meanwhile = isChanged && on.version !== settings.version ? changedSince(on, settings) : [];
  const reset = () => {
    setDraft({});
    setBegun(null);
    publish.reset();
  };

  const publish = useMutation({
    mutationFn: (body: BusinessForm) => teamCall('saveBusiness', { body }),
    onSuccess: (saved) => {
      client.setQueryData(settingsQuery().queryKey, saved);
      reset();
      toast({ title: 'Published' });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.current)
        client.setQueryData(settingsQuery().queryKey, error.current as Settings);
    },
    onSettled: () =>
      Promise.all(
        [settingsQuery().queryKey, configQuery().queryKey, businessQuery().queryKey].map((queryKey) =>
          client.invalidateQueries({ queryKey, exact: true }),
        ),
      ),
  });

  const { week, closedDays, postcodes } = { ...settings, ...changes };
  const wanted = useSettled(JSON.stringify({ week, closedDays, postcodes }));
  const preview = useQuery({
    ...previewQuery(JSON.parse(wanted)),
    enabled: shown && online && changesOpening(changes),
    retry: false,
  });

  const error = publish.error;
  const isNamed = error instanceof ApiError && Object.keys(error.fields).length > 0;
  return {
    facts: { ...settings, ...draft } as Facts,
    change: (given: Draft) => {
      if (!begun) setBegun(settings);
      setDraft((now) => ({ ...now, ...given }));
    },
    problems: (field: keyof Facts) => problemOf(error, field),
    isChanged,
    meanwhile,
    preview: changesOpening(changes) ? (preview.data ?? null) : undefined,
    keepMine: () => {
      setBegun(settings);
      publish.reset();
    },
    takeTheirs: reset,
    save: () => {
      const body = bodyOf(on, settings, draft);
      if (isChanged && online && !publish.isPending && body) publish.mutate(body);
    },
    isSaving: publish.isPending,
    failure: error && !isNamed ? reasonOf(error) : null,
  };
}
