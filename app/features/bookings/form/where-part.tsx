import { useState } from 'react';
import { whyOutside } from '../../../../api/contract/rules/business/opening.ts';
import type { SuggestedHome } from '../../../../api/contract/schemas/homes/homes.ts';
import { useOpening } from '../../../shared/business/queries.ts';
import { accessOf, wholeAddress } from '../../../shared/homes/homes.ts';
import { TextAreaField, TextField } from '../../../ui/fields/field.tsx';
import type { BookingFields, BookingKind } from './drafts.ts';
import { bookingSchemas, type FieldOf, problemsOf } from './fields.ts';
import { Folded } from './folded.tsx';
import { HomeChips } from './home-chips.tsx';
import { chosenFields, homeAt, partNames, placeFields, placeIn } from './homes.ts';
import type { KeptForm } from './kept-form.tsx';

interface Props {
  kind: BookingKind;
  form: KeptForm<BookingFields>;
  homes: readonly SuggestedHome[];
  /** The person's words for every visit. */
  instructions: string;
  /** Whether the person has typed here before. */
  isBegun: boolean;
  /** Whether the address is kept for the next booking. */
  keeps: boolean;
  onKeep: (keeps: boolean) => void;
  signedIn: boolean;
}

const nowhere = { address: '', city: '', state: '', postalCode: '' };

/** The place of the visit: one of the person's homes, or an address that is typed. */
export function WherePart({ kind, form, homes, instructions, isBegun, keeps, onKeep, signedIn }: Props) {
  const { fields, problems, change } = form;
  const [isOpen, setOpen] = useState(isBegun);
  const [wasOpen, setWasOpen] = useState(isBegun);
  const names = partNames(kind).place;
  const home = homeAt(homes, fields);
  const found = problemsOf(bookingSchemas[kind], fields);
  const opening = useOpening();
  const outside = usesPostcode(kind, fields) && opening ? whyOutside(opening, fields.postalCode ?? '') : null;
  const isFolded =
    !isOpen && home !== undefined && !outside && names.every((name) => !found[name] && !problems[name]);
  return (
    <section className="form-part" aria-label="Where">
      <h3>Where</h3>
      {/* The only home stands once, in the line below. */}
      {(wasOpen || !isFolded || homes.length > 1) && (
        <HomeChips
          homes={homes}
          now={placeIn(fields)}
          onChoose={(chosen) => {
            setOpen(false);
            change(chosenFields(kind, chosen, fields, { homes, instructions }));
          }}
          onOther={() => {
            setOpen(true);
            if (home)
              change({
                ...placeFields(kind, nowhere),
                ...(kind === 'subscription' && { accessInstructions: instructions }),
              });
          }}
        />
      )}
      <Folded
        line={wholeAddress(placeIn(fields))}
        more={(kind === 'subscription' ? fields.accessInstructions : home && accessOf(home)) || undefined}
        change="Change the address"
        isFolded={isFolded}
        onOpen={() => {
          setOpen(true);
          setWasOpen(true);
        }}
      >
        <AddressFields kind={kind} fields={fields} field={form.field} outside={outside} />
      </Folded>
      {signedIn && !home && (
        <label className="keep-home">
          <input type="checkbox" checked={keeps} onChange={({ target }) => onKeep(target.checked)} />
          <span>Keep this address for next time</span>
        </label>
      )}
    </section>
  );
}

const usesPostcode = (kind: BookingKind, { postalCode = '' }: BookingFields): boolean =>
  kind === 'subscription' && postalCode.trim().length >= 4;

function AddressFields({
  kind,
  fields,
  field,
  outside,
}: {
  kind: BookingKind;
  fields: BookingFields;
  field: FieldOf<BookingFields>;
  outside: string | null;
}) {
  if (kind === 'one_time')
    return (
      <TextField
        label="Service address"
        hint="Street, suburb, state and postcode"
        autoComplete="street-address"
        autoCapitalize="words"
        enterKeyHint="next"
        {...field('address')}
      />
    );
  const postcode = field('postalCode');
  // An address that could not be taken apart: which words are the suburb, the person alone can say.
  const isWhole = fields.address.includes(',') && !fields.city && !fields.postalCode;
  return (
    <>
      <TextField
        label="Service address"
        hint={isWhole ? 'Please leave street and number here, and write the rest below' : 'Street and number'}
        autoComplete="address-line1"
        autoCapitalize="words"
        enterKeyHint="next"
        {...field('address')}
      />
      <div className="field-pair">
        <TextField label="City" autoComplete="address-level2" enterKeyHint="next" {...field('city')} />
        <TextField label="State" autoComplete="address-level1" enterKeyHint="next" {...field('state')} />
      </div>
      <TextField
        label="Postal code"
        inputMode="numeric"
        autoComplete="postal-code"
        enterKeyHint="next"
        {...postcode}
        error={postcode.error ?? outside ?? undefined}
      />
      <TextAreaField
        label="Access instructions (optional)"
        hint="Gate codes, keys, pets"
        enterKeyHint="next"
        {...field('accessInstructions')}
      />
    </>
  );
}
