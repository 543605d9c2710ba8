import { homeOutline } from 'ionicons/icons';
import { Icon } from '../../../ui/icon.tsx';
import type { Typed } from './drafts.ts';
import { type Place, wholeAddress } from './remembered.ts';

/** Known places of earlier visits, each chosen by a tap instead of typing an address. */
export function PlaceChoices({
  places,
  now,
  fieldsOf,
  onChoose,
}: {
  places: readonly Place[];
  /** The text in the address field. */
  now: string;
  fieldsOf: (place: Place) => Typed;
  onChoose: (fields: Typed) => void;
}) {
  const choices = places.map((place) => ({ text: wholeAddress(place), fields: fieldsOf(place) }));
  const others = choices.some(({ fields }) => fields.address !== now);
  if (!others) return null;
  return (
    <fieldset className="place-choices">
      <legend>Your addresses</legend>
      {choices.map(({ text, fields }) => (
        <button
          key={text}
          type="button"
          aria-pressed={fields.address === now}
          onClick={() => onChoose(fields)}
        >
          <Icon src={homeOutline} size={18} />
          <span>{text}</span>
        </button>
      ))}
    </fieldset>
  );
}
