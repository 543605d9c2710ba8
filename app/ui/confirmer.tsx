import { lazy, Suspense } from 'react';
import { useConfirm } from './confirm.ts';

const ConfirmView = lazy(() => import('./confirm-view.tsx'));

/** Where questions are asked; their code comes with the first. */
export function Confirmer() {
  const wanted = useConfirm((s) => s.question !== null);
  return <Suspense>{wanted && <ConfirmView />}</Suspense>;
}
