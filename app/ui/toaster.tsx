import { lazy, Suspense } from 'react';
import { QuietBoundary } from './quiet-boundary.tsx';
import { useToast } from './toast.tsx';

/** To be called when the first screen stands: the first toast then needs no network. */
export const loadToasts = () => import('./toast-view.tsx');
const ToastView = lazy(() => loadToasts().then((module) => ({ default: module.ToastView })));

/** Where toasts appear. Their code comes with the first one, which waits for it. */
export function Toaster() {
  const wanted = useToast((s) => s.toast !== null);
  return (
    <QuietBoundary>
      <Suspense>{wanted && <ToastView />}</Suspense>
    </QuietBoundary>
  );
}
