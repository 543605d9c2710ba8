import { signInSoon } from '../../../lib/session.ts';
import { toast, toastShown } from '../../../ui/toasts/toast.tsx';

const purposes = {
  book: 'You must be logged in to book services',
  request: 'You must be logged in to request custom services',
};

export type Purpose = keyof typeof purposes;

/** Tells a visitor who sent a form to sign in, and leads there (spec §5). The typed text stays. */
export function askToLogIn(purpose: Purpose): void {
  toast({ title: 'Please log in', description: purposes[purpose], style: 'destructive' });
  signInSoon(toastShown());
}
