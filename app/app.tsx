import { IonApp } from '@ionic/react';
import { IonReactRouter } from '@ionic/react-router';
import { hashKey, QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { speakFor } from './lib/api.ts';
import { onUnauthorized, queryClient } from './lib/query-client.ts';
import { isLeaving, personMark, signInSoon, userQuery, useUser } from './lib/session.ts';
import { takeCallShortcut } from './pwa/call-shortcut.ts';
import { startOutbox, stopOutbox } from './pwa/outbox/outbox.ts';
import { UpdateBanner } from './pwa/update-banner.tsx';
import { hrefs } from './routes/hrefs.ts';
import { loadNextPages } from './routes/pages.tsx';
import { Shell } from './routes/shell.tsx';
import { Confirmer, loadQuestions } from './ui/confirmer.tsx';
import { toast, toastShown } from './ui/toast.tsx';
import { loadToasts, Toaster } from './ui/toaster.tsx';

/** When the first screen stands and the network is free. */
const idleMs = 2000;

export function App() {
  useEffect(() => {
    const timer = setTimeout(() => {
      loadToasts().catch(() => {});
      loadQuestions().catch(() => {});
      if (personMark()) void loadNextPages();
      import('./pwa/splash.ts').then(({ offerSplash }) => offerSplash()).catch(() => {});
    }, idleMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <IonApp>
        <UpdateBanner />
        <IonReactRouter>
          <Shell />
        </IonReactRouter>
        <SessionWatch />
        <Confirmer />
        <Toaster />
      </IonApp>
    </QueryClientProvider>
  );
}

const userHash = hashKey(userQuery().queryKey);

/** The session has ended while the app was open: a notice, then the sign-in page (spec §8). */
function sayUnauthorized(): void {
  if (isLeaving()) return;
  toast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    style: 'destructive',
  });
  signInSoon(toastShown());
}

/** Keeps the outbox with whoever is signed in, and says so when the session has ended while the app was open. */
function SessionWatch() {
  const { user } = useUser();
  const id = user?.id;
  const concierge = user?.conciergeContact ?? null;
  useEffect(() => {
    speakFor(id ?? null);
    if (!id) return stopOutbox();
    startOutbox(id);
    takeCallShortcut(concierge);
    const mark = personMark();
    // Somebody else has signed in in another tab: this one begins anew, as theirs.
    const isAnothers = () => personMark() !== mark && personMark() !== null;
    const look = () => {
      if (document.visibilityState === 'visible' && isAnothers()) location.reload();
    };
    document.addEventListener('visibilitychange', look);
    const stop = onUnauthorized(async (key) => {
      if (isAnothers()) return location.reload();
      if (location.pathname !== hrefs.home) return sayUnauthorized();
      // The dashboard has a state of its own for nobody. Is it the session, or only that one call?
      if (key && hashKey(key) === userHash) return;
      const stillIn = await queryClient.fetchQuery({ ...userQuery(), staleTime: 0 }).then(
        () => true,
        () => false,
      );
      if (stillIn) sayUnauthorized();
    });
    return () => {
      stop();
      document.removeEventListener('visibilitychange', look);
    };
  }, [id, concierge]);
  return null;
}
