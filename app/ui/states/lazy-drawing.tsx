import { lazy, Suspense } from 'react';
import type { DrawingName } from '../drawings/drawings.tsx';
import { QuietBoundary } from './quiet-boundary.tsx';

const Drawing = lazy(() =>
  import('../drawings/drawings.tsx').then((module) => ({ default: module.Drawing })),
);

/** A drawing whose lines are loaded when first needed; its place is reserved, and the text works without it. */
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
