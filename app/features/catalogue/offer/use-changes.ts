import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Offer, OfferCategory, OfferService } from '../../../../api/contract/schemas/offer.ts';
import { oneText } from '../../../lib/one-text.ts';
import { reasonOf } from '../../../lib/reason.ts';
import { teamCall } from '../../../shared/team-api.ts';
import { confirmFirst } from '../../../ui/dialogs/confirm.ts';
import { toast } from '../../../ui/toasts/toast.tsx';
import { categoryOffText, concernsSomebody, effectsText } from './effects.ts';
import { offeredIn } from './offered.ts';
import { inOrder } from './order.ts';
import { currentOf, effectsQuery, offerQuery, showOffer } from './queries.ts';
import { beginWith, bodyOf } from './service-fields.ts';
import { formOf } from './use-category.ts';

export interface Changes {
  onOrder: (categoryId: string | null, ids: string[]) => void;
  onOffered: (service: OfferService, isOffered: boolean) => void;
  onCategoryOffered: (category: OfferCategory, isOffered: boolean) => void;
}

const nobody = { openBookings: 0, begunPayments: 0 };

const confirmOff = (name: string, text: string): Promise<boolean> =>
  confirmFirst({ title: oneText`Take ${name} off the offer?`, text, yes: 'Take Off' });

/** The changes that are made in the list itself; each is shown at once and taken back if the server refuses it. */
export function useChanges(offer: Offer | undefined): Changes {
  const client = useQueryClient();
  const failed = (error: Error) => {
    const current = currentOf(error);
    if (current) showOffer(client, current);
    else void client.invalidateQueries(offerQuery());
    toast({ title: 'Not changed', description: reasonOf(error), style: 'destructive' });
  };
  const show = (id: string, isOffered: boolean) =>
    client.setQueryData(offerQuery().queryKey, (now) => now && offeredIn(now, id, isOffered));
  const order = useMutation({
    // One after the other: each names the order that the one before it leaves.
    scope: { id: 'offer-order' },
    mutationFn: (body: { categoryId: string | null; before: string[]; after: string[] }) =>
      teamCall('orderOffer', { body }),
    onError: failed,
  });
  const put = useMutation({
    mutationFn: ({ service, isOffered }: { service: OfferService; isOffered: boolean }) =>
      teamCall('putOfferService', {
        params: { id: service.id },
        body: bodyOf({ ...beginWith(service, service.categoryId), isOffered }),
      }),
    onMutate: ({ service, isOffered }) => show(service.id, isOffered),
    onSuccess: (now) => showOffer(client, now),
    onError: failed,
  });
  const putCategory = useMutation({
    mutationFn: ({ category, isOffered }: { category: OfferCategory; isOffered: boolean }) =>
      teamCall('putOfferCategory', {
        params: { id: category.id },
        body: { ...formOf(category), isOffered },
      }),
    onMutate: ({ category, isOffered }) => show(category.id, isOffered),
    onSuccess: (now) => showOffer(client, now),
    onError: failed,
  });
  const effectsOf = (id: string, kind: 'service' | 'category') =>
    client.fetchQuery(effectsQuery(id, kind)).catch(() => undefined);
  return {
    async onCategoryOffered(category, isOffered) {
      const concerned = isOffered ? nobody : await effectsOf(category.id, 'category');
      const sure =
        !concernsSomebody(concerned) || (await confirmOff(category.name, categoryOffText(concerned)));
      if (sure) putCategory.mutate({ category, isOffered });
    },
    onOrder(categoryId, after) {
      if (!offer) return;
      const list =
        categoryId === null
          ? offer.categories
          : (offer.categories.find((one) => one.id === categoryId)?.services ?? []);
      client.setQueryData(offerQuery().queryKey, inOrder(offer, categoryId, after));
      order.mutate({ categoryId, before: list.map(({ id }) => id), after });
    },
    async onOffered(service, isOffered) {
      const concerned = isOffered ? nobody : await effectsOf(service.id, 'service');
      const text =
        effectsText(service, { ...service, isOffered: false }, concerned) ||
        'Customers no longer find or book it. Bookings of it stay as they are.';
      const sure = !concernsSomebody(concerned) || (await confirmOff(service.name, text));
      if (sure) put.mutate({ service, isOffered });
    },
  };
}
