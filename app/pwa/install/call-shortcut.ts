import { toast } from '../../ui/toasts/toast.tsx';

/**
 * Handles the home screen's Call concierge shortcut, which opens `/?call=concierge`: dials, and removes the query
 * from the address.
 */
export function takeCallShortcut(conciergeTel: string | null): void {
  const query = new URLSearchParams(location.search);
  if (query.get('call') !== 'concierge') return;
  history.replaceState(history.state, '', location.pathname);
  if (conciergeTel) location.assign(`tel:${conciergeTel}`);
  else
    toast({ title: 'No concierge yet', description: 'One comes with your plan. Need Help? has our number.' });
}
