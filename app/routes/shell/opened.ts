import { chatHref } from '../../../api/contract/push-payload.ts';
import { openChat } from '../../features/chat/chat-state.ts';
import { queryClient } from '../../lib/cache/query-client.ts';
import { restoreNewer } from '../../pwa/cache/persisted-cache.ts';
import { onOpened } from '../../pwa/push/open-from-push.ts';

const here = () => location.pathname + location.search;

/**
 * Goes where a notification leads, in the app as it stands; nothing that is typed is lost. The chat has no page: it
 * opens over whatever is there, also where the app began at its address.
 * @returns what ends it
 */
export function followNotifications(goTo: (href: string) => void): () => void {
  if (here() === chatHref) {
    history.replaceState(history.state, '', '/');
    openChat();
  }
  return onOpened(async (href) => {
    await restoreNewer(queryClient);
    if (href === chatHref) openChat();
    else if (href !== here()) goTo(href);
  });
}
