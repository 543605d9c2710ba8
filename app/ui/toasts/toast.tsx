import { create } from 'zustand';

export interface Toast {
  title?: string;
  description?: string;
  style?: 'default' | 'destructive';
}

interface State {
  toast: (Toast & { id: number }) | null;
  /** The last one that came on screen. */
  seen: number;
  /** The last toast stays, closed, until it has left the screen. */
  open: boolean;
}

export const useToast = create<State>(() => ({ toast: null, seen: 0, open: false }));
let count = 0;

/**
 * Shows a toast instead of the one that shows (spec §8: one at a time).
 * @returns what takes this one away, if it still shows
 */
export function toast(next: Toast): () => void {
  count += 1;
  const id = count;
  useToast.setState({ toast: { ...next, id }, open: true });
  return () => {
    if (useToast.getState().toast?.id === id) dismiss();
  };
}

/** When the toast that was asked for last is on screen; after 2 s all the same, should its code not come. */
export function toastShown(): Promise<void> {
  const asked = count;
  return new Promise((resolve) => {
    const timer = setTimeout(done, 2000);
    const stop = useToast.subscribe(({ seen }) => seen >= asked && done());
    function done() {
      clearTimeout(timer);
      stop();
      resolve();
    }
    if (useToast.getState().seen >= asked) done();
  });
}

/** Takes the toast away: what it told is no longer so. */
export const dismiss = (): void => useToast.setState({ open: false });

/** What it reads: with neither title nor description, 'Notification' (spec §8). */
export const wordsOf = ({ title, description }: Toast): { title?: string; description?: string } =>
  title || description
    ? { ...(title && { title }), ...(description && { description }) }
    : { title: 'Notification' };
