import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { categoryColors, categoryIcons, offerLimits } from '../../../../api/contract/rules/offer-terms.ts';
import type { OfferCategory, OfferCategoryForm } from '../../../../api/contract/schemas/offer.ts';
import { ApiError } from '../../../lib/api.ts';
import { useOnline } from '../../../lib/online.ts';
import { reasonOf } from '../../../lib/reason.ts';
import { CategoryGlyph } from '../../../shared/services/category-glyph.tsx';
import { teamCall } from '../../../shared/team-api.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { TextField } from '../../../ui/fields/field.tsx';
import { Form } from '../../../ui/fields/form.tsx';
import { OfflineNote } from '../../../ui/note.tsx';
import { toast } from '../../../ui/toasts/toast.tsx';
import { PictureField } from './picture-field.tsx';
import { currentOf, showOffer } from './queries.ts';

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

/** The form of a category as it is, or of a new one. */
export const formOf = (category: OfferCategory | null): OfferCategoryForm => ({
  name: category?.name ?? '',
  description: category?.description ?? '',
  color: category?.color ?? 'slate',
  icon: category?.icon ?? 'tool',
  shortName: category?.shortName ?? '',
  picture: category?.picture ?? null,
  isOffered: category?.isOffered ?? true,
  version: category?.version ?? null,
});

/** Edits a category or makes a new one. */
export default function CategorySheet({
  category,
  open,
  onClose,
}: {
  /** `null` for a new category. */
  category: OfferCategory | null;
  open: boolean;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const online = useOnline();
  const [id] = useState(() => category?.id ?? crypto.randomUUID());
  const [form, setForm] = useState(() => formOf(category));
  const change = (given: Partial<OfferCategoryForm>) => setForm({ ...form, ...given });
  const save = useMutation({
    mutationFn: () => teamCall('putOfferCategory', { params: { id }, body: form }),
    onSuccess: (offer) => {
      showOffer(client, offer);
      toast({ title: 'Category saved' });
      onClose();
    },
    onError: (error) => {
      const current = currentOf(error);
      if (!current) return;
      showOffer(client, current);
      const now = current.categories.find((one) => one.id === id);
      if (now) change({ version: now.version });
    },
  });
  const problems = save.error instanceof ApiError ? save.error.fields : {};
  return (
    <Sheet open={open} title={category ? 'Edit Category' : 'New Category'} onClose={onClose}>
      <Form className="offer-form" onSubmit={() => !save.isPending && save.mutate()}>
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
        <fieldset className="offer-looks">
          <legend>Colour</legend>
          {categoryColors.map((color) => (
            <label key={color}>
              <input
                type="radio"
                name="color"
                checked={form.color === color}
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
                checked={form.icon === icon}
                onChange={() => change({ icon })}
              />
              <CategoryGlyph icon={icon} size={22} />
              <span>{iconWords[icon]}</span>
            </label>
          ))}
        </fieldset>
        <PictureField
          label="Picture of the category"
          value={form.picture ?? null}
          error={problems.picture}
          onChange={(picture) => setForm((now) => ({ ...now, picture }))}
        />
        <label className="offer-check">
          <input
            type="checkbox"
            checked={form.isOffered}
            onChange={(event) => change({ isOffered: event.target.checked })}
          />
          <span>Customers see it with its services</span>
        </label>
        {save.error && Object.keys(problems).length === 0 && (
          <p className="notice error" role="alert">
            {currentOf(save.error)
              ? 'Somebody has changed this category since you opened it. The list shows it as it is now; save again to put yours in its place.'
              : reasonOf(save.error)}
          </p>
        )}
        <OfflineNote kept="What you typed stays here while this is open." />
        <div className="sheet-actions">
          <Button type="submit" busy={save.isPending} off={!online}>
            Save Category
          </Button>
        </div>
      </Form>
    </Sheet>
  );
}
