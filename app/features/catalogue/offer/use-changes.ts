import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Offer, OfferCategory, OfferService } from '../../../../api/contract/schemas/offer.ts';
import { oneText } from '../../../lib/one-text.ts';
import { reasonOf } from '../../../lib/reason.ts';
import { teamCall } from '../../../shared/team-api.ts';
import { confirmFirst } from '../../../ui/dialogs/confirm.ts';
import { toast } from '../../../ui/toasts/toast.tsx';
import { useAskOnce } from '../ask-once.ts';
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

const confirmOff = (name: string, text: string): Promise<boolean> =>
  confirmFirst({ title: oneText`Take ${name} off the offer?`, text, yes: 'Take Off' });

/** The changes that are made in the list itself; each is shown at once and taken back if the server refuses it. */
export function useChanges(offer: Offer | undefined): Changes {
  const client = useQueryClient();
  const failed = (error: Error, undo = () => {}) => {
    const present = currentOf(error);
    if (present) showOffer(client, present);
    else undo();
    // The change may have been made all the same, and its answer lost.
    void client.invalidateQueries(offerQuery());
    toast({ title: 'Not changed', description: reasonOf(error), style: 'destructive' });
  };
  const read = () => client.getQueryData(offerQuery().queryKey);
  const show = (id: string, isOffered: boolean) => {
    const shown = read();
    if (shown) client.setQueryData(offerQuery().queryKey, offeredIn(shown, id, isOffered));
  };
  const order = useMutation({
    // One after the other: each names the order that the one before it leaves.
    scope: { id: 'offer-order' },
    mutationFn: (body: { categoryId: string | null; before: string[]; after: string[] }) =>
      teamCall('orderOffer', { body }),
    onError: (error) => failed(error),
  });
  // One after the other, too: the second of two quick taps names the version that the first one leaves.
  const scope = { id: 'offer-switch' };
  const put = useMutation({
    scope,
    mutationFn: ({ service, isOffered }: { service: OfferService; isOffered: boolean }) => {
      const services = read()?.categories.flatMap((one) => one.services);
      const now = services?.find(({ id }) => id === service.id) ?? service;
      return teamCall('putOfferService', {
        params: { id: now.id },
        body: bodyOf({ ...beginWith(now, now.categoryId), isOffered }),
      });
    },
    onMutate: ({ service, isOffered }) => show(service.id, isOffered),
    onSuccess: (now) => showOffer(client, now),
    onError: (error, { service, isOffered }) => failed(error, () => show(service.id, !isOffered)),
  });
  const putCategory = useMutation({
    scope,
    mutationFn: ({ category, isOffered }: { category: OfferCategory; isOffered: boolean }) => {
      const now = read()?.categories.find(({ id }) => id === category.id) ?? category;
      return teamCall('putOfferCategory', { params: { id: now.id }, body: { ...formOf(now), isOffered } });
    },
    onMutate: ({ category, isOffered }) => show(category.id, isOffered),
    onSuccess: (now) => showOffer(client, now),
    onError: (error, { category, isOffered }) => failed(error, () => show(category.id, !isOffered)),
  });
  const effectsOf = (id: string, kind: 'service' | 'category') =>
    client.fetchQuery(effectsQuery(id, kind)).catch(() => undefined);
  const isSure = useAskOnce();
  return {
    async onCategoryOffered(category, isOffered) {
      const { id, name } = category;
      const ask = async () => {
        const concerned = await effectsOf(id, 'category');
        return !concernsSomebody(concerned) || confirmOff(name, categoryOffText(concerned));
      };
      if (isOffered || (await isSure(id, ask))) putCategory.mutate({ category, isOffered });
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
      const { id, name } = service;
      const ask = async () => {
        const concerned = await effectsOf(id, 'service');
        const text =
          effectsText(service, { ...service, isOffered: false }, concerned) ||
          'Customers no longer find or book it. Bookings of it stay as they are.';
        return !concernsSomebody(concerned) || confirmOff(name, text);
      };
      if (isOffered || (await isSure(id, ask))) put.mutate({ service, isOffered });
    },
  };
}
