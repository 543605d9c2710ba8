import { IonApp } from '@ionic/react';
import { IonReactRouter } from '@ionic/react-router';
import { QueryClientProvider } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect } from 'react';
import { customerPaths } from '../api/contract/paths/customer-paths.ts';
import { call, speakFor } from './lib/api.ts';
import { onUnauthorized, queryClient } from './lib/cache/query-client.ts';
import { hrefs } from './lib/hrefs.ts';
import { may } from './lib/may.ts';
import { pageCurrency, setCurrency } from './lib/money.ts';
import { onBackOnline } from './lib/online.ts';
import {
  configQuery,
  isLeaving,
  personMark,
  signInSoon,
  useConfig,
  userQuery,
  useUser,
} from './lib/session.ts';
import { forgetShown } from './pwa/cache/persisted-cache.ts';
import { takeCallShortcut } from './pwa/install/call-shortcut.ts';
import { isInstalled } from './pwa/install/install.ts';
import { forgetRead } from './pwa/sign-out/forget-read.ts';
import {
  loadSending,
  onRefusedChange,
  startOutbox,
  stopOutbox,
  useOutboxCount,
} from './pwa/unsent/outbox.ts';
import { loadNextPages } from './routes/pages.tsx';
import { SandboxWord } from './routes/shell/sandbox-word.tsx';
import { Shell } from './routes/shell/shell.tsx';
import { Confirmer, loadQuestions } from './ui/dialogs/confirmer.tsx';
import { loadPageTurns } from './ui/ionic/page-turns.ts';
import { toast, toastShown } from './ui/toasts/toast.tsx';
import { loadToasts, Toaster } from './ui/toasts/toaster.tsx';

/** The delay after which the first screen is complete and the network is free. */
const idleMs = 2000;

/** Asks the browser to keep the stored data, once there is something to lose. */
const persist = () =>
  void import('./pwa/install/persist.ts').then(({ askToPersist }) => askToPersist()).catch(() => {});

export function App() {
  useEffect(() => {
    const timer = setTimeout(() => {
      loadPageTurns().catch(() => {});
      loadToasts().catch(() => {});
      loadQuestions().catch(() => {});
      if (personMark()) void loadNextPages();
      // The code that sends is loaded early, so that sending need not wait for it.
      if (personMark()) loadSending().catch(() => {});
      import('./pwa/install/splash.ts')
        .then(({ offerSplash }) => offerSplash(queryClient.getQueryData(configQuery().queryKey)?.look?.hash))
        .catch(() => {});
      // Shared files are deleted after a day, also while nobody is signed in.
      import('./pwa/photos/shared.ts').then(({ dropLeftShared }) => dropLeftShared(null)).catch(() => {});
      if (isInstalled()) persist();
      if (personMark()) import('./pwa/push/push.ts').then(({ keepPush }) => keepPush()).catch(() => {});
    }, idleMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <IonApp>
        <InCurrency>
          <IonReactRouter>
            <Shell />
          </IonReactRouter>
        </InCurrency>
        <SandboxWord />
        <LookWatch />
        <SessionWatch />
        <Confirmer />
        <Toaster />
      </IonApp>
    </QueryClientProvider>
  );
}

/**
 * Shows all amounts in the installation's currency. It is in the page, so that this renders once; only a stored page of
 * before the operator chose another currency is shown again in the new one.
 */
function InCurrency({ children }: { children: ReactNode }) {
  const currency = useConfig()?.currency ?? pageCurrency;
  setCurrency(currency);
  return <Fragment key={currency}>{children}</Fragment>;
}

/** Shows a look that was published since the page was made; the page itself has its own from the first picture on. */
function LookWatch() {
  const look = useConfig()?.look;
  useEffect(() => {
    const shown = document.getElementById('brand')?.getAttribute('href')?.split('=')[1] ?? '';
    if (look && look.hash !== shown)
      import('./routes/shell/new-look.ts').then(({ showLook }) => showLook(look)).catch(() => {});
  }, [look]);
  return null;
}

/** Starts live changes and the chat's messages for a signed-in person, after the first screen. */
function useLive(userId: string | undefined, isSupport: boolean): void {
  useEffect(() => {
    if (!userId) return;
    let wanted = true;
    let stop = () => {};
    const begin = async () => {
      const { startBackground } = await import('./features/chat/background.ts');
      if (wanted) stop = startBackground({ userId, isSupport });
    };
    let again = () => {};
    const timer = setTimeout(
      () =>
        void begin().catch(() => {
          again = onBackOnline(() => {
            again();
            begin().catch(() => {});
          });
        }),
      idleMs,
    );
    return () => {
      wanted = false;
      clearTimeout(timer);
      again();
      stop();
    };
  }, [userId, isSupport]);
}

/** Shows a notice that the session has ended while the app was open, then the sign-in page (spec §8). */
function sayUnauthorized(forgotten: Promise<unknown>): void {
  if (isLeaving()) return;
  toast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    style: 'destructive',
  });
  signInSoon(toastShown(), forgotten);
}

/** Ties the outbox to the signed-in person, and reports a session that has ended while the app was open. */
function SessionWatch() {
  const { user } = useUser();
  const id = user?.id;
  const concierge = user?.conciergeTel ?? null;
  useLive(id, may(user, 'support.answer'));
  useEffect(() => {
    if (!id) return;
    const tidy = () => {
      import('./pwa/sign-out/leftovers.ts').then(({ tidyUp }) => tidyUp(id)).catch(() => {});
      if (isInstalled())
        import('./routes/read-ahead.ts').then(({ readAhead }) => readAhead(queryClient)).catch(() => {});
    };
    const timer = setTimeout(tidy, idleMs);
    return () => clearTimeout(timer);
  }, [id]);
  const someUnsent = useOutboxCount() > 0;
  useEffect(() => {
    if (someUnsent) persist();
  }, [someUnsent]);
  useEffect(() => {
    speakFor(id ?? null);
    if (!id) {
      stopOutbox();
      // Stored data is removed also if the device did not identify its person in time.
      return onUnauthorized((path) => void (path === customerPaths.readUser.path && forgetRead()));
    }
    const deaf = onRefusedChange((entry) => {
      import('./features/bookings/change/change-news.ts')
        .then(({ sayRefused }) => sayRefused(entry))
        .catch(() => {});
    });
    startOutbox(id);
    takeCallShortcut(concierge);
    const mark = personMark();
    // Another person has signed in in another tab: this tab starts again as theirs.
    const isAnothers = () => personMark() !== mark && personMark() !== null;
    const look = () => {
      if (document.visibilityState === 'visible' && isAnothers()) location.reload();
    };
    document.addEventListener('visibilitychange', look);
    const stop = onUnauthorized(async (path) => {
      if (isAnothers()) return location.reload();
      // Stored data is removed before any request, which may get no answer: the next user of this device must see
      // nothing.
      const forgotten = forgetRead();
      if (location.pathname !== hrefs.home) {
        // Neither the socket nor another tab gives the reason, so the server is asked: a deleted account cannot sign
        // in again.
        const why = path === null ? call('readUser').catch(() => {}) : null;
        return sayUnauthorized(Promise.all([forgotten, why]));
      }
      // The dashboard has a state of its own for visitors. This tells an ended session from a single refused call.
      const stillIn =
        path !== customerPaths.readUser.path &&
        (await queryClient.fetchQuery({ ...userQuery(), staleTime: 0 }).then(
          () => true,
          () => false,
        ));
      if (stillIn) sayUnauthorized(forgotten);
      else forgetShown(queryClient);
    });
    return () => {
      deaf();
      stop();
      document.removeEventListener('visibilitychange', look);
    };
  }, [id, concierge]);
  return null;
}
