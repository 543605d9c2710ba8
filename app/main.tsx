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
import { watchInstall } from './pwa/install/install.ts';
import { followReturns } from './pwa/returns.ts';
import { forgetWithOthers } from './pwa/sign-out/forget.ts';
import { reloadOnMissingCode, startWorker } from './pwa/update/register.ts';
import { watchTyping } from './pwa/update/update-moment.ts';
import { loadPageAt } from './routes/pages.tsx';
import { installTrustedTypes } from './trusted-types.ts';
import { leaveLostDialogs } from './ui/dialogs/back-closes.ts';

installTrustedTypes();
receiveArrival();
setupIonicReact({
  innerHTMLTemplatesEnabled: false,
  animated: !matchMedia('(prefers-reduced-motion: reduce)').matches,
});
// A page that is gone to has its heading focused. The first one needs none, and asking where it is costs a layout.
const letFocusFollow = () => getConfig()?.set('focusManagerPriority', ['heading']);
for (const input of ['pointerdown', 'keydown', 'click'])
  addEventListener(input, letFocusFollow, { once: true, capture: true });
watchNetwork();
watchTyping();
watchInstall();
reloadOnMissingCode();
followReturns(queryClient);
const pageIsThere = loadPageAt(location.pathname, personMark() !== null);
await Promise.all([restoreCache(queryClient), leaveLostDialogs()]);
// On a slow network the frame shows first.
await inTime(pageIsThere, 150).catch(() => {});
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
const app = createRoot(root);
// In slices: a slow phone answers to the finger while the first screen is made.
startTransition(() =>
  app.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
);
forgetWithOthers(() => app.render(<p className="leaving">Signing you out…</p>));
startWorker();
