import { create } from 'zustand';

export interface Toast {
  title?: string;
  description?: string;
  style?: 'default' | 'destructive';
}

interface State {
  toast: (Toast & { id: number }) | null;
  /** The last toast stays, closed, until it has left the screen. */
  open: boolean;
}

export const useToast = create<State>(() => ({ toast: null, open: false }));
let count = 0;

/** Shows a toast instead of the one that shows (spec §8: one at a time). */
export function toast(next: Toast): void {
  count += 1;
  useToast.setState({ toast: { ...next, id: count }, open: true });
}

/** Takes the toast away: what it told is no longer so. */
export const dismiss = (): void => useToast.setState({ open: false });

/** What it reads: with neither title nor description, 'Notification' (spec §8). */
export const wordsOf = ({ title, description }: Toast): { title?: string; description?: string } =>
  title || description
    ? { ...(title && { title }), ...(description && { description }) }
    : { title: 'Notification' };

let tapped = 0;
globalThis.document?.addEventListener(
  'pointerdown',
  (event) => {
    tapped = event.clientY / innerHeight;
  },
  { capture: true },
);

/** Where the last tap was, as a part of the window's height: a toast comes elsewhere. */
export const lastTap = (): number => tapped;
