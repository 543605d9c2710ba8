import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Offer } from '../../../../api/contract/schemas/offer.ts';
import { oneText } from '../../../lib/one-text.ts';
import { dayWords } from '../../../shared/business/day-words.ts';
import { teamCall } from '../../../shared/team-api.ts';
import { toast } from '../../../ui/toasts/toast.tsx';
import { currentOf, showOffer } from './queries.ts';
import { chosenBody, groupsOf, waitingIn } from './waiting.ts';

/** Which changes are published as one, and when. */
export interface Plan {
  ids: string[];
  when: 'now' | 'day';
  publishOn: string;
  /** Names this publication for the server, so that a repeat is the same one; another choice has another. */
  key: string;
}

/** @param group `null`: all changes that are published alone are chosen */
function beginWith(offer: Offer, group: string | null): Plan {
  const { groups, alone } = groupsOf(waitingIn(offer));
  const of = groups.find(({ together }) => together === group);
  const publishOn = of?.publishOn ?? '';
  const ids = (of?.items ?? alone).map(({ id }) => id);
  return { ids, when: publishOn ? 'day' : 'now', publishOn, key: crypto.randomUUID() };
}

/** The choice of the changes that are published as one, and their publication. */
export function useTogether({
  offer,
  group,
  onClose,
}: {
  offer: Offer;
  group: string | null;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [plan, setPlan] = useState(() => beginWith(offer, group));
  const [missing, setMissing] = useState('');
  // Somebody else may have published one of them meanwhile.
  const chosen = waitingIn(offer).filter(({ id }) => plan.ids.includes(id));
  const publish = useMutation({
    mutationFn: () =>
      teamCall('publishOffer', {
        body: {
          key: plan.key,
          publishOn: plan.when === 'day' ? plan.publishOn : null,
          drafts: chosenBody(chosen),
        },
      }),
    onSuccess: (now) => {
      showOffer(client, now);
      toast(
        plan.when === 'day'
          ? {
              title: 'Planned',
              description: oneText`Customers see all of it from ${dayWords(plan.publishOn)} on.`,
            }
          : { title: 'Published', description: 'Customers see all of it now.' },
      );
      onClose();
    },
    onError: (error) => {
      const current = currentOf(error);
      if (current) showOffer(client, current);
    },
  });
  const change = (given: Partial<Omit<Plan, 'key'>>) => {
    setMissing('');
    publish.reset();
    setPlan({ ...plan, ...given, key: crypto.randomUUID() });
  };
  const toggle = (id: string) =>
    change({ ids: plan.ids.includes(id) ? plan.ids.filter((one) => one !== id) : [...plan.ids, id] });
  const submit = () => {
    if (publish.isPending || chosen.length === 0) return;
    if (plan.when === 'day' && !plan.publishOn) setMissing('Please choose a day after today');
    else publish.mutate();
  };
  return { plan, chosen, missing, change, toggle, publish, submit };
}
