import { signInSoon } from '../../../lib/session.ts';
import { toast, toastShown } from '../../../ui/toasts/toast.tsx';

const purposes = {
  book: 'You must be logged in to book services',
  request: 'You must be logged in to request custom services',
};

export type Purpose = keyof typeof purposes;

/** Tells whoever sent a form while nobody is signed in, and leads to the sign-in (spec §5). What was typed stays. */
export function askToLogIn(purpose: Purpose): void {
  toast({ title: 'Please log in', description: purposes[purpose], style: 'destructive' });
  signInSoon(toastShown());
}
