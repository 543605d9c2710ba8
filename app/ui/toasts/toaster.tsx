import { useCode } from '../hooks/use-code.ts';
import { useToast } from './toast.tsx';

/** Must be called after the first screen: the first toast then needs no network. */
export const loadToasts = () => import('./toast-view.tsx').then(({ ToastView }) => ToastView);

/** The place of toasts. Their code is loaded with the first one, which waits for it. */
export function Toaster() {
  const View = useCode(
    loadToasts,
    useToast((s) => s.toast?.id ?? null),
  );
  return View && <View />;
}
