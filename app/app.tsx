import { IonApp } from '@ionic/react';
import { IonReactRouter } from '@ionic/react-router';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { speakFor } from './lib/api.ts';
import { onUnauthorized, queryClient } from './lib/query-client.ts';
import { personMark, signIn, useUser } from './lib/session.ts';
import { takeCallShortcut } from './pwa/call-shortcut.ts';
import { startOutbox, stopOutbox } from './pwa/outbox/outbox.ts';
import { UpdateBanner } from './pwa/update-banner.tsx';
import { Shell } from './routes/shell.tsx';
import { toast } from './ui/toast.tsx';
import { Toaster } from './ui/toaster.tsx';

const redirectMs = 500;

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <IonApp>
        <UpdateBanner />
        <IonReactRouter>
          <Shell />
        </IonReactRouter>
        <SessionWatch />
        <Toaster />
      </IonApp>
    </QueryClientProvider>
  );
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
    const stop = onUnauthorized(() => {
      if (isAnothers()) return location.reload();
      toast({
        title: 'Unauthorized',
        description: 'You are logged out. Logging in again...',
        style: 'destructive',
      });
      setTimeout(signIn, redirectMs);
    });
    return () => {
      stop();
      document.removeEventListener('visibilitychange', look);
    };
  }, [id, concierge]);
  return null;
}
