import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OfferCategory, OfferDraft, OfferService } from '../../../../api/contract/schemas/offer.ts';
import { ApiError } from '../../../lib/api.ts';
import { oneText } from '../../../lib/one-text.ts';
import { dayWords } from '../../../shared/business/day-words.ts';
import { teamCall } from '../../../shared/team-api.ts';
import { confirmFirst } from '../../../ui/dialogs/confirm.ts';
import { toast } from '../../../ui/toasts/toast.tsx';
import { draftOf, forgetDraft, keepDraft, type ServiceDraft } from './offer-drafts.ts';
import { currentOf, showOffer } from './queries.ts';
import {
  beginWith,
  changedSince,
  draftBodyOf,
  problemsOf,
  publishedBodyOf,
  type QuestionProblems,
  questionProblems,
  type ServiceFields,
  type ServiceProblems,
} from './service-fields.ts';

export interface Props {
  /** `null` for a new service. */
  service: OfferService | null;
  /** The draft that is edited; `null`: the service as it is published. */
  draft: OfferDraft | null;
  /** The draft of the service, edited or not. */
  waiting: OfferDraft | null;
  /** The number of other changes with which the draft is published as one. */
  companions: number;
  /** The category of a new service. */
  categoryId: string;
  categories: readonly OfferCategory[];
  open: boolean;
  onClose: () => void;
}

/** The typed service, how it is kept on the device, and how it is saved, published later or dropped. */
export function useService({ service, draft: drafted, categoryId, onClose }: Props) {
  const client = useQueryClient();
  const edited = { service, draft: drafted };
  const [draft, setDraft] = useState<ServiceDraft>(() => {
    const begun = beginWith(service, categoryId, drafted);
    const id = drafted?.serviceId ?? service?.id ?? crypto.randomUUID();
    const kept = draftOf(edited) ?? { id, fields: begun, seen: service, seenDraft: drafted };
    // An earlier release kept fewer fields.
    return { ...kept, fields: { ...begun, ...kept.fields } };
  });
  const [problems, setProblems] = useState<ServiceProblems>({});
  const [wrong, setWrong] = useState<QuestionProblems>({});
  const [others, setOthers] = useState<string[]>([]);
  const { fields } = draft;

  const keep = (next: ServiceDraft) => {
    setDraft(next);
    keepDraft(edited, next);
  };
  const change = (given: Partial<ServiceFields>) => {
    setProblems({});
    setWrong({});
    keep({ ...draft, fields: { ...fields, ...given } });
  };
  const onError = (error: Error) => {
    if (error instanceof ApiError) setProblems(error.fields);
    const current = currentOf(error);
    if (!current) return;
    showOffer(client, current);
    const now = current.categories.flatMap((one) => one.services).find((one) => one.id === draft.id) ?? null;
    const nowDraft = current.drafts?.find((one) => one.serviceId === draft.id) ?? null;
    const seen = draft.seenDraft ?? draft.seen;
    const present = fields.when === 'now' && fields.draft === null ? now : (nowDraft ?? now);
    if (present) setOthers(seen ? changedSince(seen, present) : []);
    // The next attempt puts this author's values in place of the others', which they have seen now.
    const versions = { version: now?.version ?? null, draft: nowDraft?.version ?? null };
    keep({ ...draft, fields: { ...fields, ...versions }, seen: now, seenDraft: nowDraft });
  };
  const save = useMutation({
    mutationFn: () =>
      fields.when === 'now'
        ? teamCall('putOfferService', { params: { id: draft.id }, body: publishedBodyOf(fields) })
        : teamCall('putOfferDraft', { params: { id: draft.id }, body: draftBodyOf(fields) }),
    onSuccess: (offer) => {
      forgetDraft(edited);
      showOffer(client, offer);
      toast(savedWords(fields));
      onClose();
    },
    onError,
  });
  const remove = useMutation({
    mutationFn: (version: number) =>
      teamCall('dropOfferDraft', { params: { id: draft.id }, query: { draft: version } }),
    onSuccess: (offer) => {
      forgetDraft(edited);
      showOffer(client, offer);
      toast({ title: 'Draft dropped', description: 'Customers see what they saw before.' });
      onClose();
    },
    onError,
  });
  const submit = () => {
    if (save.isPending || remove.isPending) return;
    const found = problemsOf(fields);
    const wrongQuestions = questionProblems(fields);
    setProblems(found);
    setWrong(wrongQuestions);
    if (Object.keys({ ...found, ...wrongQuestions }).length === 0) save.mutate();
  };
  const undo = () => {
    forgetDraft(edited);
    const { id, seen, seenDraft = null } = draft;
    setDraft({ id, fields: beginWith(seen, categoryId, seenDraft), seen, seenDraft });
    setProblems({});
    setOthers([]);
    save.reset();
  };
  const dropDraft = async () => {
    if (fields.draft === null || remove.isPending) return;
    const sure = await confirmFirst({
      title: oneText`Drop the draft of ${fields.name}?`,
      text: 'The change is not published. Customers see what they saw before.',
      yes: 'Drop Draft',
    });
    if (sure) remove.mutate(fields.draft);
  };
  const isChanged =
    JSON.stringify(fields) !== JSON.stringify(beginWith(draft.seen, categoryId, draft.seenDraft ?? null));
  return { draft, problems, wrong, others, isChanged, change, save, remove, submit, undo, dropDraft };
}

function savedWords({ name, when, publishOn }: ServiceFields) {
  if (when === 'now')
    return { title: 'Service saved', description: oneText`${name} is as customers see it now.` };
  if (when === 'draft')
    return { title: 'Draft kept', description: 'Customers see it once somebody publishes it.' };
  return { title: 'Planned', description: oneText`Customers see it from ${dayWords(publishOn)} on.` };
}
