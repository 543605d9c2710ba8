import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { closed } from '../../ui/dialogs/closed.ts';

const GiveHoursSheet = lazy(() => import('./give-hours-sheet.tsx'));

/** The button of the dialog that gives hours, whose code is loaded at the first opening. */
export function GiveHours({ customer }: { customer: { id: string; name: string } }) {
  const [opened, setOpened] = useState<{ open: boolean }>();
  return (
    <>
      <Button size="small" kind="quiet" onClick={() => setOpened({ open: true })}>
        Give Hours…
      </Button>
      {opened && (
        <Suspense>
          <GiveHoursSheet customer={customer} open={opened.open} onClose={() => setOpened(closed(opened))} />
        </Suspense>
      )}
    </>
  );
}
