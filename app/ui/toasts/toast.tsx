import { create } from 'zustand';

export interface Toast {
  title?: string;
  description?: string;
  style?: 'default' | 'destructive';
  /** Whether it stands low, on a page whose top shows the thing that it announces. */
  low?: boolean;
}

interface State {
  toast: (Toast & { id: number }) | null;
  /** The number of the last toast that was on screen. */
  seen: number;
  /** Whether the toast is open. The last toast stays, closed, until it has left the screen. */
  open: boolean;
}

export const useToast = create<State>(() => ({ toast: null, seen: 0, open: false }));
let count = 0;

/**
 * Shows a toast in place of the present one (spec §8: one at a time).
 * @returns a function that removes this one, if it is still shown
 */
export function toast(next: Toast): () => void {
  count += 1;
  const id = count;
  useToast.setState({ toast: { ...next, id }, open: true });
  return () => {
    if (useToast.getState().toast?.id === id) dismiss();
  };
}

/** Resolves when the last requested toast is on screen, or after 2 s if its code does not arrive. */
export function toastShown(): Promise<void> {
  const last = count;
  return new Promise((resolve) => {
    const timer = setTimeout(done, 2000);
    const stop = useToast.subscribe(({ seen }) => seen >= last && done());
    function done() {
      clearTimeout(timer);
      stop();
      resolve();
    }
    if (useToast.getState().seen >= last) done();
  });
}

/** Removes the toast, because its message no longer holds. */
export const dismiss = (): void => useToast.setState({ open: false });

/** The words of a toast: 'Notification' without title and description (spec §8). */
export const wordsOf = ({ title, description }: Toast): { title?: string; description?: string } =>
  title || description
    ? { ...(title && { title }), ...(description && { description }) }
    : { title: 'Notification' };
