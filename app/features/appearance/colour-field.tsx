import { readHex } from '../../../api/contract/rules/look/colour.ts';
import type { Hex } from '../../../api/contract/rules/look/look.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields/field.tsx';

/**
 * A colour, chosen or typed. One with which texts could not be read has the nearest with which they can beside it.
 * @param nearest the same colour if texts can be read with it
 */
export function ColourField({
  label,
  hint,
  value,
  nearest,
  problem,
  onChange,
}: {
  label: string;
  hint: string;
  value: string;
  nearest: Hex;
  problem: string | undefined;
  onChange: (value: string) => void;
}) {
  const hex = readHex(value);
  const isTooLight = hex !== null && hex !== nearest;
  const error =
    hex === null
      ? 'Please give a colour as six digits, such as #17493c'
      : isTooLight
        ? 'Texts could not be read with this colour'
        : problem;
  return (
    <div className="look-colour">
      <div className="look-colour-row">
        <input
          type="color"
          aria-label={`${label}, to choose`}
          value={hex ?? nearest}
          onChange={({ target }) => onChange(target.value)}
        />
        <TextField
          label={label}
          value={value}
          maxLength={9}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          error={error}
          onChange={({ target }) => onChange(target.value)}
          onBlur={() => hex && hex !== value && onChange(hex)}
        />
      </div>
      <span className="muted">{hint}</span>
      {isTooLight && (
        <Button size="small" kind="quiet" onClick={() => onChange(nearest)}>
          {`Use ${nearest}, the nearest that can be read`}
        </Button>
      )}
    </div>
  );
}
