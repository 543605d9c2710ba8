import { lazy, type ReactNode, Suspense, useState } from 'react';
import { closed } from '../../ui/dialogs/closed.ts';

const RefundSheet = lazy(() => import('./refund-sheet.tsx'));

/** The dialog of a refund, whose code is loaded at the first opening. */
export function useRefundDialog(): { onRefund: (chargeId: string) => void; dialog: ReactNode } {
  const [opened, setOpened] = useState<{ chargeId: string; open: boolean }>();
  return {
    onRefund: (chargeId) => setOpened({ chargeId, open: true }),
    dialog: opened && (
      <Suspense>
        <RefundSheet
          key={opened.chargeId}
          chargeId={opened.chargeId}
          open={opened.open}
          onClose={() => setOpened(closed(opened))}
        />
      </Suspense>
    ),
  };
}
