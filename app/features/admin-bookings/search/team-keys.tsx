import { useEffect, useState } from 'react';
import { Sheet } from '../../../ui/dialogs/sheet.tsx';
import { useShown } from '../../../ui/ionic/use-shown.ts';
import { onListKey, pressInRows } from './row-keys.ts';

const keys: readonly [string, string][] = [
  ['/', 'Search'],
  ['j', 'Next row'],
  ['k', 'Row before'],
  ['Enter', 'Open the row'],
  ['x', 'Choose the row, or leave it out'],
  ['?', 'Show these keys'],
];

/** The keys of the team's pages, and the dialog that `?` opens, which names them. */
export function TeamKeys() {
  const shown = useShown();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!shown) return;
    return onListKey((event) => {
      if (event.key !== '?') return pressInRows(event);
      setOpen(true);
      return true;
    });
  }, [shown]);
  return (
    <Sheet open={open} title="Keyboard" onClose={() => setOpen(false)}>
      <dl className="facts">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>{does}</dt>
            <dd>
              <kbd>{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Sheet>
  );
}
