import './home-chips.css';
import { addOutline, homeOutline } from 'ionicons/icons';
import type { SuggestedHome } from '../../../../api/contract/schemas/homes/homes.ts';
import { isSamePlace, type Place, shortName, wholeAddress } from '../../../shared/homes/homes.ts';
import { Icon } from '../../../ui/icon.tsx';

/** A person's homes, each chosen by a tap instead of typing an address. */
export function HomeChips({
  homes,
  now,
  onChoose,
  onOther,
}: {
  homes: readonly SuggestedHome[];
  /** The form's place. */
  now: Place;
  onChoose: (home: SuggestedHome) => void;
  /** Called for an address that is none of the homes. */
  onOther: () => void;
}) {
  if (homes.length === 0) return null;
  const isOther = !homes.some((home) => isSamePlace(home, now));
  return (
    <fieldset className="home-chips">
      <legend className="visually-hidden">Your homes</legend>
      {homes.map((home) => (
        <button
          key={wholeAddress(home)}
          type="button"
          aria-pressed={isSamePlace(home, now)}
          onClick={() => onChoose(home)}
        >
          <Icon src={homeOutline} size={18} />
          <span>{shortName(home)}</span>
        </button>
      ))}
      <button type="button" aria-label="Another address" aria-pressed={isOther} onClick={onOther}>
        <Icon src={addOutline} size={18} />
        <span>Another</span>
      </button>
    </fieldset>
  );
}
