import { chatHref } from '../../../api/contract/rules/push-payload.ts';
import { openChat } from '../../features/chat/chat-state.ts';
import { queryClient } from '../../lib/cache/query-client.ts';
import { restoreNewer } from '../../pwa/cache/persisted-cache.ts';
import { onOpened } from '../../pwa/push/open-from-push.ts';
import { dialogsLeft } from '../../ui/dialogs/back-closes.ts';

const here = () => location.pathname + location.search;

/**
 * Opens the page of a notification in the running app; no typed text is lost. The chat has no page: it opens over
 * the present one, also if the app began at the chat's address.
 * @returns a function that ends it
 */
export function followNotifications(goTo: (href: string) => void): () => void {
  if (here() === chatHref) {
    history.replaceState(history.state, '', '/');
    openChat();
  }
  return onOpened(async (href) => {
    await Promise.all([restoreNewer(queryClient), dialogsLeft()]);
    if (href === chatHref) openChat();
    else if (href !== here()) goTo(href);
  });
}
