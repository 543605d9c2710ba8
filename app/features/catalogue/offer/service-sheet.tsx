import { useQuery } from '@tanstack/react-query';
import { offerLimits } from '../../../../api/contract/rules/offer-terms.ts';
import type { BookedBy } from '../../../../api/contract/schemas/catalogue.ts';
import { currencySymbol } from '../../../lib/money.ts';
import { oneText } from '../../../lib/one-text.ts';
import { useOnline } from '../../../lib/online.ts';
import { drawingSlugs } from '../../../shared/services/drawings/index.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/fields/field.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { HoursField } from '../../../ui/fields/hours-field.tsx';
import { useWholeCards } from '../../../ui/hooks/use-wide.ts';
import { OfflineNote } from '../../../ui/note.tsx';
import { ServiceCard } from '../service-card.tsx';
import { Unsaved } from '../unsaved.tsx';
import { effectsText } from './effects.ts';
import { PictureField } from './picture-field.tsx';
import { effectsQuery } from './queries.ts';
import { QuestionFields } from './question-fields.tsx';
import { bodyOf, previewOf, type ServiceFields, type ServiceProblems } from './service-fields.ts';
import { type Props, useService } from './use-service.ts';
import { dayOf, WhenFields, whenAction } from './when-fields.tsx';

/** Edits a service or makes a new one. Typed text survives the sheet until it is saved. */
export default function ServiceSheet(props: Props) {
  const { service, categories, open, onClose } = props;
  const online = useOnline();
  const whole = useWholeCards();
  const { draft, problems, wrong, others, isChanged, change, save, remove, ...acts } = useService(props);
  const { fields } = draft;
  const concerned = useQuery({ ...effectsQuery(draft.id), enabled: open && online && draft.seen !== null });
  const effects = effectsText(draft.seen, bodyOf(fields), concerned.data, dayOf(fields));
  const failure = save.error ?? remove.error;
  const category = categories.find((one) => one.id === fields.categoryId) ?? categories[0];
  return (
    <Sheet
      open={open}
      title={props.draft ? 'Edit Draft' : service ? 'Edit Service' : 'New Service'}
      onClose={onClose}
    >
      <Form className="offer-form" onSubmit={acts.submit} kept>
        <Essentials fields={fields} problems={problems} change={change} categories={categories} />
        <Booking fields={fields} problems={problems} change={change} />
        <Appearance fields={fields} problems={problems} change={change} />
        <QuestionFields
          questions={fields.questions}
          errors={wrong}
          onChange={(questions) => change({ questions })}
        />
        <WhenFields
          kind="service"
          published={service}
          draft={props.draft}
          waiting={props.waiting}
          companions={props.companions}
          fields={fields}
          problems={problems}
          change={change}
        />
        {category && (
          <section className="offer-preview" aria-label="As customers see it">
            <h3>As customers see it</h3>
            <div inert>
              <ServiceCard
                service={previewOf(draft.id, service?.slug ?? '', fields, category)}
                whole={whole}
                onBook={() => {}}
              />
            </div>
          </section>
        )}
        <div className="offer-foot">
          <p className={effects ? 'notice' : 'visually-hidden'} role="status">
            {effects}
          </p>
          <Unsaved what="service" others={others} failure={failure} problems={problems} />
          <OfflineNote kept="What you typed stays here." />
          <div className="sheet-actions">
            <Button type="submit" busy={save.isPending} off={!online}>
              {whenAction(fields, 'Service')}
            </Button>
            {isChanged && (
              <Button kind="quiet" onClick={acts.undo}>
                {others.length > 0 ? 'Take theirs' : 'Undo my changes'}
              </Button>
            )}
            {fields.draft !== null && (
              <Button
                kind="plain"
                busy={remove.isPending}
                off={!online}
                onClick={() => void acts.dropDraft()}
              >
                Drop Draft
              </Button>
            )}
          </div>
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

/** What nearly every service has. */
function Essentials({ fields, problems, change, categories }: PartProps & Pick<Props, 'categories'>) {
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
      <HoursField
        label="Hours it takes"
        name="minutes"
        limits={{ min: 0.25, max: 100, step: 0.25 }}
        value={fields.hours}
        onChange={(hours) => change({ hours })}
        hint="What it takes of a plan's hours"
        error={problems.minutes}
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
    </>
  );
}

const bookedByOptions = [
  { value: 'both', label: 'A plan or a card' },
  { value: 'plan', label: 'A plan only' },
  { value: 'card', label: 'A card only' },
];

function Booking({ fields, problems, change }: PartProps) {
  return (
    <>
      <SelectField
        label="Booked with"
        name="bookedBy"
        options={bookedByOptions}
        value={fields.bookedBy}
        onChange={(event) => change({ bookedBy: event.target.value as BookedBy })}
        error={problems.bookedBy}
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

/** 'lawn-mowing' → 'Lawn mowing' */
const wordsOf = (slug: string): string => {
  const words = slug.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const drawingOptions = [
  { value: '', label: 'Automatic' },
  ...drawingSlugs.map((slug) => ({ value: slug, label: wordsOf(slug) })),
];

/** How customers find the service, and what they see of it. */
function Appearance({ fields, problems, change }: PartProps) {
  return (
    <>
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
        label="Drawing"
        name="drawing"
        options={drawingOptions}
        value={fields.drawing}
        onChange={(event) => change({ drawing: event.target.value })}
        error={problems.drawing}
        hint={
          fields.picture
            ? 'Shown once the uploaded picture is removed'
            : 'Automatic: the drawing of the same name, or the icon of the category'
        }
      />
      <PictureField
        label="Picture of the service"
        value={fields.picture}
        error={problems.picture}
        onChange={(picture) => change({ picture })}
      />
    </>
  );
}
