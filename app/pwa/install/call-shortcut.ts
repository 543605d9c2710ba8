import { telHref } from '../../ui/phone.ts';
import { toast } from '../../ui/toasts/toast.tsx';

/** The home screen's Call concierge shortcut opens `/?call=concierge`: dial, and leave no trace in the address. */
export function takeCallShortcut(conciergeContact: string | null): void {
  const query = new URLSearchParams(location.search);
  if (query.get('call') !== 'concierge') return;
  history.replaceState(history.state, '', location.pathname);
  if (conciergeContact) location.assign(telHref(conciergeContact));
  else
    toast({ title: 'No concierge yet', description: 'One comes with your plan. Need Help? has our number.' });
}
