import { lazy, Suspense } from 'react';
import type { DrawingName } from '../drawings/drawings.tsx';
import { QuietBoundary } from './quiet-boundary.tsx';

const Drawing = lazy(() =>
  import('../drawings/drawings.tsx').then((module) => ({ default: module.Drawing })),
);

/** A drawing whose lines come when they are first needed; its place is kept, and without them the words do. */
export function LazyDrawing({ name }: { name: DrawingName }) {
  const place = <div className="drawing" />;
  return (
    <QuietBoundary instead={place}>
      <Suspense fallback={place}>
        <Drawing name={name} />
      </Suspense>
    </QuietBoundary>
  );
}
