import { useQuery } from '@tanstack/react-query';
import { categoryColors, categoryIcons, offerLimits } from '../../../../api/contract/rules/offer-terms.ts';
import type { OfferCategory, OfferCategoryDraft } from '../../../../api/contract/schemas/offer.ts';
import { ApiError } from '../../../lib/api.ts';
import { useOnline } from '../../../lib/online.ts';
import { reasonOf } from '../../../lib/reason.ts';
import { CategoryGlyph } from '../../../shared/services/category-glyph.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { OfflineNote } from '../../../ui/note.tsx';
import { categoryOffText } from './effects.ts';
import { PictureField } from './picture-field.tsx';
import { currentOf, effectsQuery } from './queries.ts';
import { useCategory } from './use-category.ts';
import { dayOf, WhenFields, whenAction } from './when-fields.tsx';

const colorWords: Record<OfferCategory['color'], string> = {
  amber: 'Amber',
  sky: 'Blue',
  leaf: 'Green',
  plum: 'Plum',
  slate: 'Grey',
};
const iconWords: Record<OfferCategory['icon'], string> = {
  tool: 'Tools',
  drop: 'Water',
  leaf: 'Leaf',
  bag: 'Bag',
  bulb: 'Bulb',
};

interface Props {
  /** `null` for a new category. */
  category: OfferCategory | null;
  /** The draft that is edited; `null`: the category as it is published. */
  draft: OfferCategoryDraft | null;
  /** The draft of the category, edited or not. */
  waiting: OfferCategoryDraft | null;
  /** The number of other changes with which the draft is published as one. */
  companions: number;
  open: boolean;
  onClose: () => void;
}

/** Edits a category or makes a new one: at once, on a day, or as a draft. */
export default function CategorySheet(props: Props) {
  const { category, draft, open, onClose } = props;
  const online = useOnline();
  const { form, later, change, setLater, save, remove, submit, dropDraft, missing } = useCategory(props);
  const failure = save.error ?? remove.error;
  const isTakenOff = category?.isOffered === true && !form.isOffered;
  const concerned = useQuery({
    ...effectsQuery(category?.id ?? '', 'category'),
    enabled: open && online && isTakenOff,
  });
  const problems: Record<string, string> = {
    ...(save.error instanceof ApiError && save.error.fields),
    ...(missing && { publishOn: missing }),
  };
  return (
    <Sheet
      open={open}
      title={draft ? 'Edit Draft' : category ? 'Edit Category' : 'New Category'}
      onClose={onClose}
    >
      <Form className="offer-form" onSubmit={submit}>
        <TextField
          label="Name"
          name="name"
          maxLength={offerLimits.name}
          autoComplete="off"
          value={form.name}
          onChange={(event) => change({ name: event.target.value })}
          error={problems.name}
        />
        <TextField
          label="Short name (optional)"
          name="shortName"
          maxLength={40}
          autoComplete="off"
          hint="Stands on the tab of the catalogue in place of the name"
          value={form.shortName ?? ''}
          onChange={(event) => change({ shortName: event.target.value })}
          error={problems.shortName}
        />
        <TextField
          label="Description (optional)"
          name="description"
          maxLength={300}
          autoComplete="off"
          value={form.description}
          onChange={(event) => change({ description: event.target.value })}
          error={problems.description}
        />
        <Looks color={form.color} icon={form.icon} change={change} />
        <PictureField
          label="Picture of the category"
          value={form.picture ?? null}
          error={problems.picture}
          onChange={(picture) => change({ picture })}
        />
        <label className="offer-check">
          <input
            type="checkbox"
            checked={form.isOffered}
            onChange={(event) => change({ isOffered: event.target.checked })}
          />
          <span>Customers see it with its services</span>
        </label>
        <p className={isTakenOff ? 'notice' : 'visually-hidden'} role="status">
          {isTakenOff && categoryOffText(concerned.data, dayOf(later))}
        </p>
        <WhenFields
          kind="category"
          published={category}
          draft={draft}
          waiting={props.waiting}
          companions={props.companions}
          fields={later}
          problems={problems}
          change={setLater}
        />
        {failure && Object.keys(problems).length === 0 && (
          <p className="notice error" role="alert">
            {currentOf(failure)
              ? 'Somebody has changed this category since you opened it. The list shows it as it is now; save again to put yours in its place.'
              : reasonOf(failure)}
          </p>
        )}
        <OfflineNote kept="What you typed stays here while this is open." />
        <div className="sheet-actions">
          <Button type="submit" busy={save.isPending} off={!online}>
            {whenAction({ ...later, draft: draft?.version ?? null }, 'Category')}
          </Button>
          {draft && (
            <Button kind="plain" busy={remove.isPending} off={!online} onClick={() => void dropDraft()}>
              Drop Draft
            </Button>
          )}
        </div>
      </Form>
    </Sheet>
  );
}

type LookOf = Pick<OfferCategory, 'color' | 'icon'>;

function Looks({ change, ...chosen }: LookOf & { change: (given: Partial<LookOf>) => void }) {
  return (
    <>
      <fieldset className="offer-looks">
        <legend>Colour</legend>
        {categoryColors.map((color) => (
          <label key={color}>
            <input
              type="radio"
              name="color"
              checked={chosen.color === color}
              onChange={() => change({ color })}
            />
            <span className={`service-tile ${color} offer-swatch`} />
            <span>{colorWords[color]}</span>
          </label>
        ))}
      </fieldset>
      <fieldset className="offer-looks">
        <legend>Icon</legend>
        {categoryIcons.map((icon) => (
          <label key={icon}>
            <input
              type="radio"
              name="icon"
              checked={chosen.icon === icon}
              onChange={() => change({ icon })}
            />
            <CategoryGlyph icon={icon} size={22} />
            <span>{iconWords[icon]}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}
