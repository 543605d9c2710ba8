import { addOutline, arrowDownOutline, arrowUpOutline, trashOutline } from 'ionicons/icons';
import {
  isItemClaim,
  itemSigns,
  type TextListName,
  textLists,
} from '../../../api/contract/rules/look/texts.ts';
import { oneText } from '../../lib/one-text.ts';
import { textWords } from '../../shared/business/text-words.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/fields/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { moved } from './draft.ts';

/** Stands at a text that states or promises something. */
export const claimHint = 'This is a claim: keep it only if you can stand behind it.';

/** An item of any list: its parts by name. */
export type Item = Record<string, string>;

const partWords: Record<string, string> = { figure: 'Figure', words: 'Words', title: 'Title', text: 'Text' };
const signWords: Record<(typeof itemSigns)[number], string> = {
  bell: 'A bell',
  grid: 'Four squares',
  day: 'A calendar',
  app: 'A phone’s screen',
  again: 'An arrow in a circle',
  clock: 'A clock',
  heart: 'A heart',
  shield: 'A shield',
  check: 'A tick',
  phone: 'A telephone',
  mail: 'A letter',
  star: 'A star',
};
const signed: readonly TextListName[] = ['included', 'reasons'];

/** A list of the landing page's texts: its items with their parts, to add, remove and order. */
export function TextItems({
  name,
  items,
  onChange,
  problem,
}: {
  name: TextListName;
  items: readonly Item[];
  onChange: (items: Item[]) => void;
  problem: (path: string) => string | undefined;
}) {
  const { most, parts } = textLists[name];
  const hasSigns = signed.includes(name);
  const put = (at: number, given: Item) =>
    onChange(items.map((item, n) => (n === at ? { ...item, ...given } : item)));
  const blank = {
    ...(hasSigns && { sign: 'check' }),
    ...Object.fromEntries(Object.keys(parts).map((part) => [part, ''])),
  };
  return (
    <fieldset className="text-items">
      <legend>{textWords[name]}</legend>
      {problem(name) && (
        <p role="alert" className="error">
          {problem(name)}
        </p>
      )}
      <ol>
        {items.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item is its place; its text changes with each letter.
          <li key={at} className="text-item">
            <div className="text-item-fields">
              {hasSigns && (
                <SelectField
                  label={oneText`Picture ${at + 1}`}
                  options={itemSigns.map((sign) => ({ value: sign, label: signWords[sign] }))}
                  value={item.sign}
                  onChange={({ target }) => put(at, { sign: target.value })}
                />
              )}
              {Object.entries(parts).map(([part, letters]) => {
                const field = {
                  label: oneText`${partWords[part] ?? part} ${at + 1}`,
                  dir: 'auto',
                  maxLength: letters,
                  value: item[part] ?? '',
                  error: problem(`${name}.${at}.${part}`),
                  onChange: ({ target }: { target: { value: string } }) => put(at, { [part]: target.value }),
                };
                return letters < 80 ? (
                  <TextField key={part} {...field} />
                ) : (
                  <TextAreaField key={part} rows={2} {...field} />
                );
              })}
              {isItemClaim(name, item) && <p className="muted">{claimHint}</p>}
            </div>
            <div className="text-item-acts">
              <button
                type="button"
                className="icon-button"
                aria-label={oneText`Move item ${at + 1} up`}
                disabled={at === 0}
                onClick={() => onChange(moved(items, at, -1))}
              >
                <Icon src={arrowUpOutline} />
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={oneText`Move item ${at + 1} down`}
                disabled={at === items.length - 1}
                onClick={() => onChange(moved(items, at, 1))}
              >
                <Icon src={arrowDownOutline} />
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={oneText`Remove item ${at + 1}`}
                onClick={() => onChange(items.filter((_, n) => n !== at))}
              >
                <Icon src={trashOutline} />
              </button>
            </div>
          </li>
        ))}
      </ol>
      {items.length < most && (
        <Button size="small" kind="quiet" icon={addOutline} onClick={() => onChange([...items, blank])}>
          Add
        </Button>
      )}
    </fieldset>
  );
}
