import { useCode } from '../hooks/use-code.ts';
import { useToast } from './toast.tsx';

/** To be called when the first screen stands: the first toast then needs no network. */
export const loadToasts = () => import('./toast-view.tsx').then(({ ToastView }) => ToastView);

/** Where toasts appear. Their code comes with the first one, which waits for it. */
export function Toaster() {
  const View = useCode(
    loadToasts,
    useToast((s) => s.toast?.id ?? null),
  );
  return View && <View />;
}
