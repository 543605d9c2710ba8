import { lazy, Suspense } from 'react';
import { useConfirm } from './confirm.ts';
import { QuietBoundary } from './quiet-boundary.tsx';

/** To be called when the first screen stands: the first question then needs no network. */
export const loadQuestions = () => import('./confirm-view.tsx');
const ConfirmView = lazy(loadQuestions);

/** Where questions are asked; their code comes with the first. */
export function Confirmer() {
  const wanted = useConfirm((s) => s.question !== null);
  return (
    <QuietBoundary>
      <Suspense>{wanted && <ConfirmView />}</Suspense>
    </QuietBoundary>
  );
}
