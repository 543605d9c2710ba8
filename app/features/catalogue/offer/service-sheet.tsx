import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { offerLimits } from '../../../../api/contract/rules/offer-terms.ts';
import type { BookedBy } from '../../../../api/contract/schemas/catalogue.ts';
import type { OfferCategory, OfferService } from '../../../../api/contract/schemas/offer.ts';
import { ApiError } from '../../../lib/api.ts';
import { currencySymbol } from '../../../lib/money.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useOnline } from '../../../lib/online.ts';
import { reasonOf } from '../../../lib/reason.ts';
import { drawingSlugs } from '../../../shared/services/drawings/index.tsx';
import { teamCall } from '../../../shared/team-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/fields/field.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { HoursField } from '../../../ui/fields/hours-field.tsx';
import { OfflineNote } from '../../../ui/note.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { ServiceCard } from '../service-card.tsx';
import { effectsText } from './effects.ts';
import { draftOf, forgetDraft, keepDraft, type ServiceDraft } from './offer-drafts.ts';
import { currentOf, effectsQuery, showOffer } from './queries.ts';
import { QuestionFields } from './question-fields.tsx';
import {
  beginWith,
  bodyOf,
  changedSince,
  previewOf,
  problemsOf,
  type QuestionProblems,
  questionProblems,
  type ServiceFields,
  type ServiceProblems,
} from './service-fields.ts';

interface Props {
  /** `null` for a new service. */
  service: OfferService | null;
  /** The category of a new service. */
  categoryId: string;
  categories: readonly OfferCategory[];
  open: boolean;
  onClose: () => void;
}

/** The typed service, how it is kept on the device, and how it is saved. */
function useService({ service, categoryId, onClose }: Props) {
  const client = useQueryClient();
  const [draft, setDraft] = useState<ServiceDraft>(
    () =>
      draftOf(service) ?? {
        id: service?.id ?? crypto.randomUUID(),
        fields: beginWith(service, categoryId),
        seen: service,
      },
  );
  const [problems, setProblems] = useState<ServiceProblems>({});
  const [wrong, setWrong] = useState<QuestionProblems>({});
  const [others, setOthers] = useState<string[]>([]);

  const keep = (next: ServiceDraft) => {
    setDraft(next);
    keepDraft(service, next);
  };
  const change = (given: Partial<ServiceFields>) => {
    setProblems({});
    setWrong({});
    keep({ ...draft, fields: { ...draft.fields, ...given } });
  };
  const save = useMutation({
    mutationFn: () => teamCall('putOfferService', { params: { id: draft.id }, body: bodyOf(draft.fields) }),
    onSuccess: (offer) => {
      forgetDraft(service);
      showOffer(client, offer);
      toast({
        title: 'Service saved',
        description: oneText`${draft.fields.name} is as customers see it now.`,
      });
      onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError) setProblems(error.fields);
      const current = currentOf(error);
      if (!current) return;
      showOffer(client, current);
      const now = current.categories.flatMap((one) => one.services).find((one) => one.id === draft.id);
      if (!now) return;
      setOthers(draft.seen ? changedSince(draft.seen, now) : []);
      // The next attempt puts this author's values in place of the others', which they have seen now.
      keep({ ...draft, seen: now, fields: { ...draft.fields, version: now.version } });
    },
  });
  const submit = () => {
    if (save.isPending) return;
    const found = problemsOf(draft.fields);
    const wrongQuestions = questionProblems(draft.fields);
    setProblems(found);
    setWrong(wrongQuestions);
    if (Object.keys({ ...found, ...wrongQuestions }).length === 0) save.mutate();
  };
  const drop = () => {
    forgetDraft(service);
    setDraft({ id: draft.id, fields: beginWith(draft.seen, categoryId), seen: draft.seen });
    setProblems({});
    setOthers([]);
    save.reset();
  };
  return { draft, problems, wrong, others, change, save, submit, drop };
}

/** Edits a service or makes a new one. Typed text survives the sheet until it is saved. */
export default function ServiceSheet(props: Props) {
  const { service, categories, open, onClose } = props;
  const online = useOnline();
  const { draft, problems, wrong, others, change, save, submit, drop } = useService(props);
  const { fields } = draft;
  const concerned = useQuery({ ...effectsQuery(draft.id), enabled: open && online && draft.seen !== null });
  const effects = effectsText(draft.seen, bodyOf(fields), concerned.data);
  const isChanged = JSON.stringify(fields) !== JSON.stringify(beginWith(draft.seen, props.categoryId));
  const category = categories.find((one) => one.id === fields.categoryId) ?? categories[0];
  return (
    <Sheet open={open} title={service ? 'Edit Service' : 'New Service'} onClose={onClose}>
      <Form className="offer-form" onSubmit={submit} kept>
        <Texts fields={fields} problems={problems} change={change} categories={categories} />
        <Terms fields={fields} problems={problems} change={change} />
        <QuestionFields
          questions={fields.questions}
          errors={wrong}
          onChange={(questions) => change({ questions })}
        />
        {category && (
          <section className="offer-preview" aria-label="As customers see it">
            <h3>As customers see it</h3>
            <div inert>
              <ServiceCard
                service={previewOf(draft.id, service?.slug ?? '', fields, category)}
                onBook={() => {}}
              />
            </div>
          </section>
        )}
        <p className={effects ? 'notice' : 'visually-hidden'} role="status">
          {effects}
        </p>
        {others.length > 0 && (
          <div className="notice warning" role="alert">
            <p>Somebody has changed this service since you opened it:</p>
            <ul>
              {others.map((words) => (
                <li key={words} dir="auto">
                  {words}
                </li>
              ))}
            </ul>
            <p>Save again to put yours in its place, or take theirs.</p>
          </div>
        )}
        {save.error && others.length === 0 && Object.keys(problems).length === 0 && (
          <p className="notice error" role="alert">
            {reasonOf(save.error)}
          </p>
        )}
        <OfflineNote kept="What you typed stays here." />
        <div className="sheet-actions">
          <Button type="submit" busy={save.isPending} off={!online}>
            Save Service
          </Button>
          {isChanged && (
            <Button kind="quiet" onClick={drop}>
              {others.length > 0 ? 'Take theirs' : 'Undo my changes'}
            </Button>
          )}
        </div>
      </Form>
    </Sheet>
  );
}

interface PartProps {
  fields: ServiceFields;
  problems: ServiceProblems;
  change: (given: Partial<ServiceFields>) => void;
}

function Texts({ fields, problems, change, categories }: PartProps & Pick<Props, 'categories'>) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        maxLength={offerLimits.name}
        autoComplete="off"
        value={fields.name}
        onChange={(event) => change({ name: event.target.value })}
        error={problems.name}
      />
      <SelectField
        label="Category"
        name="categoryId"
        options={categories.map(({ id, name }) => ({ value: id, label: name }))}
        value={fields.categoryId}
        onChange={(event) => change({ categoryId: event.target.value })}
        error={problems.categoryId}
      />
      <TextAreaField
        label="Description (optional)"
        name="description"
        rows={3}
        maxLength={offerLimits.description}
        value={fields.description}
        onChange={(event) => change({ description: event.target.value })}
        error={problems.description}
      />
      <TextAreaField
        label="What is included (optional)"
        name="included"
        rows={3}
        hint="One line for each thing"
        value={fields.included}
        onChange={(event) => change({ included: event.target.value })}
        error={problems.included}
      />
      <TextField
        label="Search words (optional)"
        name="searchWords"
        hint="Other words by which customers look for it, such as plumber"
        maxLength={offerLimits.searchWords}
        autoComplete="off"
        value={fields.searchWords}
        onChange={(event) => change({ searchWords: event.target.value })}
        error={problems.searchWords}
      />
      <SelectField
        label="Picture"
        name="drawing"
        options={drawingOptions}
        value={fields.drawing}
        onChange={(event) => change({ drawing: event.target.value })}
        error={problems.drawing}
      />
    </>
  );
}

/** 'lawn-mowing' → 'Lawn mowing' */
const wordsOf = (slug: string): string => {
  const words = slug.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const drawingOptions = [
  { value: '', label: 'Its own, or the icon' },
  ...drawingSlugs.map((slug) => ({ value: slug, label: wordsOf(slug) })),
];

const bookedByOptions = [
  { value: 'both', label: 'A plan or a card' },
  { value: 'plan', label: 'A plan only' },
  { value: 'card', label: 'A card only' },
];

function Terms({ fields, problems, change }: PartProps) {
  return (
    <>
      <TextField
        label={oneText`Price in ${currencySymbol()} (optional)`}
        name="priceCents"
        inputMode="decimal"
        autoComplete="off"
        hint="Paid by card, tax included. Without a price, customers ask for a quote."
        value={fields.price}
        onChange={(event) => change({ price: event.target.value })}
        error={problems.priceCents}
      />
      <SelectField
        label="Booked with"
        name="bookedBy"
        options={bookedByOptions}
        value={fields.bookedBy}
        onChange={(event) => change({ bookedBy: event.target.value as BookedBy })}
        error={problems.bookedBy}
      />
      <HoursField
        label="Hours it takes"
        name="minutes"
        limits={{ min: 0.25, max: 100, step: 0.25 }}
        value={fields.hours}
        onChange={(hours) => change({ hours })}
        hint="What it takes of a plan's hours"
        error={problems.minutes}
      />
      <TextField
        label="Notice in hours"
        name="noticeHours"
        inputMode="numeric"
        autoComplete="off"
        hint="0 if it can be booked at any time"
        value={fields.notice}
        onChange={(event) => change({ notice: event.target.value })}
        error={problems.noticeHours}
      />
      <label className="offer-check">
        <input
          type="checkbox"
          checked={fields.isOffered}
          onChange={(event) => change({ isOffered: event.target.checked })}
        />
        <span>Customers can book it</span>
      </label>
    </>
  );
}
