import type { User } from '../../../api/contract/entities.ts';
import { signIn } from '../../lib/session.ts';
import { toast } from '../../ui/toast.tsx';

const purposes = {
  book: 'You must be logged in to book services',
  request: 'You must be logged in to request custom services',
};

/** Whether somebody is signed in; nobody is told so and led to the sign-in (spec §5). What was typed stays. */
export function isSignedIn(user: User | null, purpose: keyof typeof purposes): user is User {
  if (user) return true;
  toast({ title: 'Please log in', description: purposes[purpose] });
  signIn();
  return false;
}
