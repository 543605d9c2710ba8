import { lazy, Suspense } from 'react';
import { QuietBoundary } from '../../ui/states/quiet-boundary.tsx';
import { useUpdate } from './register.ts';

const UpdateOffer = lazy(() => import('./update-offer.tsx'));

/** Between the page and what stands beneath it. Its code comes with the first newer app that there is. */
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
