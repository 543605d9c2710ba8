import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type {
  Offer,
  OfferCategory,
  OfferCategoryDraft,
  OfferCategoryForm,
} from '../../../../api/contract/schemas/offer.ts';
import { oneText } from '../../../lib/one-text.ts';
import { dayWords } from '../../../shared/business/day-words.ts';
import { teamCall } from '../../../shared/team-api.ts';
import { confirmFirst } from '../../../ui/dialogs/confirm.ts';
import { toast } from '../../../ui/toasts/toast.tsx';
import { currentOf, showOffer } from './queries.ts';
import type { ServiceFields } from './service-fields.ts';

type Form = Omit<OfferCategoryForm, 'draft'>;

/** The form of a category as it is, of a new one, or of a draft. */
export const formOf = (
  published: OfferCategory | null,
  draft: Omit<OfferCategory, 'id' | 'services' | 'version'> | null = published,
): Form => ({
  name: draft?.name ?? '',
  description: draft?.description ?? '',
  color: draft?.color ?? 'slate',
  icon: draft?.icon ?? 'tool',
  shortName: draft?.shortName ?? '',
  picture: draft?.picture ?? null,
  isOffered: draft?.isOffered ?? true,
  version: published?.version ?? null,
});

/** The typed category, and how it is saved, published later or dropped. */
export function useCategory({
  category,
  draft,
  onClose,
}: {
  category: OfferCategory | null;
  draft: OfferCategoryDraft | null;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const [id] = useState(() => draft?.categoryId ?? category?.id ?? crypto.randomUUID());
  const [form, setForm] = useState(() => formOf(category, draft ?? category));
  // The version of the draft that this author saw.
  const [seen, setSeen] = useState(draft?.version ?? null);
  const [later, setLater] = useState<Pick<ServiceFields, 'when' | 'publishOn'>>({
    when: draft ? (draft.publishOn ? 'day' : 'draft') : 'now',
    publishOn: draft?.publishOn ?? '',
  });
  const [missing, setMissing] = useState('');
  const { when, publishOn } = later;
  // The next attempt puts this author's values in place of the others', which the list shows by then.
  const onError = (error: Error) => {
    const current = currentOf(error);
    if (!current) return;
    showOffer(client, current);
    setForm((now) => ({
      ...now,
      version: current.categories.find((one) => one.id === id)?.version ?? null,
    }));
    setSeen(current.categoryDrafts?.find((one) => one.categoryId === id)?.version ?? null);
  };
  const done = (offer: Offer, words: Parameters<typeof toast>[0]) => {
    showOffer(client, offer);
    toast(words);
    onClose();
  };
  const save = useMutation({
    mutationFn: () => {
      const params = { id };
      if (when === 'now')
        return teamCall('putOfferCategory', {
          params,
          body: { ...form, ...(draft && seen !== null && { draft: seen }) },
        });
      const body = { ...form, publishOn: when === 'day' ? publishOn : null, draft: seen };
      return teamCall('putOfferCategoryDraft', { params, body });
    },
    onSuccess: (offer) => done(offer, savedWords(later)),
    onError,
  });
  const remove = useMutation({
    mutationFn: (version: number) =>
      teamCall('dropOfferCategoryDraft', { params: { id }, query: { draft: version } }),
    onSuccess: (offer) =>
      done(offer, { title: 'Draft dropped', description: 'Customers see what they saw before.' }),
    onError,
  });
  const submit = () => {
    if (save.isPending || remove.isPending) return;
    if (when === 'day' && !publishOn) setMissing('Please choose a day after today');
    else save.mutate();
  };
  const dropDraft = async () => {
    if (seen === null || remove.isPending) return;
    const sure = await confirmFirst({
      title: oneText`Drop the draft of ${form.name}?`,
      text: 'The change is not published. Customers see what they saw before.',
      yes: 'Drop Draft',
    });
    if (sure) remove.mutate(seen);
  };
  return {
    form,
    later,
    missing,
    change: (given: Partial<Form>) => setForm((now) => ({ ...now, ...given })),
    setLater: (given: Partial<typeof later>) => {
      setMissing('');
      setLater((now) => ({ ...now, ...given }));
    },
    save,
    remove,
    submit,
    dropDraft,
  };
}

function savedWords({ when, publishOn }: Pick<ServiceFields, 'when' | 'publishOn'>) {
  if (when === 'now') return { title: 'Category saved' };
  if (when === 'draft')
    return { title: 'Draft kept', description: 'Customers see it once somebody publishes it.' };
  return { title: 'Planned', description: oneText`Customers see it from ${dayWords(publishOn)} on.` };
}
