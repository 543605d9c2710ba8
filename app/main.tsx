import './pwa/cache/early.ts';
import '@ionic/react/css/core.css';
import './theme/tokens.css';
import './theme/ionic.css';
import './theme/base.css';
import './routes/page/page.css';
import './ui/controls.css';
import './ui/parts.css';
import './ui/dialogs/dialog.css';
import { getConfig, setupIonicReact } from '@ionic/react';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { receiveArrival } from './lib/address-parameters.ts';
import { queryClient } from './lib/cache/query-client.ts';
import { inTime } from './lib/in-time.ts';
import { watchNetwork } from './lib/online.ts';
import { personMark } from './lib/session.ts';
import { restoreCache } from './pwa/cache/persisted-cache.ts';
import { dropWithRights } from './pwa/cache/team-data.ts';
import { watchInstall } from './pwa/install/install.ts';
import { followReturns } from './pwa/returns.ts';
import { forgetWithOthers } from './pwa/sign-out/forget.ts';
import { reloadOnMissingCode, startWorker } from './pwa/update/register.ts';
import { watchTyping } from './pwa/update/update-moment.ts';
import { loadPageAt, readPageAt } from './routes/pages.tsx';
import { installTrustedTypes } from './trusted-types.ts';
import { leaveLostDialogs } from './ui/dialogs/back-closes.ts';

installTrustedTypes();
receiveArrival();
setupIonicReact({
  innerHTMLTemplatesEnabled: false,
  animated: !matchMedia('(prefers-reduced-motion: reduce)').matches,
});
// The heading of a page gets the focus after navigation. The first page needs none, and finding its place costs a
// layout.
const letFocusFollow = () => getConfig()?.set('focusManagerPriority', ['heading']);
for (const input of ['pointerdown', 'keydown', 'click'])
  addEventListener(input, letFocusFollow, { once: true, capture: true });
watchNetwork();
watchTyping();
watchInstall();
reloadOnMissingCode();
followReturns(queryClient);
const signedIn = personMark() !== null;
const pageIsThere = loadPageAt(location.pathname, signedIn);
await Promise.all([restoreCache(queryClient), leaveLostDialogs()]);
dropWithRights(queryClient);
readPageAt(queryClient, location.pathname, signedIn);
// On a slow network the frame is shown first.
await inTime(pageIsThere, 150).catch(() => {});
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
const app = createRoot(root);
// A transition renders in slices, so that a slow phone can react to the finger during the first screen.
startTransition(() =>
  app.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
forgetWithOthers(() => app.render(<p className="leaving">Signing you out…</p>));
startWorker();
