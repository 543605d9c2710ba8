import { lazy, Suspense } from 'react';
import { QuietBoundary } from '../../ui/states/quiet-boundary.tsx';
import { useUpdate } from './register.ts';

const UpdateOffer = lazy(() => import('./update-offer.tsx'));

/** The offer is between the page and the bar beneath it. Its code is loaded with the first newer version. */
export function UpdateBanner() {
  const apply = useUpdate((s) => s.apply);
  if (!apply) return null;
  return (
    <QuietBoundary>
      <Suspense>
        <UpdateOffer apply={apply} />
      </Suspense>
    </QuietBoundary>
  );
}
