import { IonApp } from '@ionic/react';
import { IonReactRouter } from '@ionic/react-router';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onUnauthorized, queryClient } from './lib/query-client.ts';
import { signIn, useUser } from './lib/session.ts';
import { takeCallShortcut } from './pwa/call-shortcut.ts';
import { startOutbox, stopOutbox } from './pwa/outbox/outbox.ts';
import { UpdateBanner } from './pwa/update-banner.tsx';
import { Shell } from './routes/shell.tsx';
import { Toaster, toast } from './ui/toast.tsx';

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
    if (!id) return stopOutbox();
    startOutbox(id);
    takeCallShortcut(concierge);
    return onUnauthorized(() => {
      toast({
        title: 'Unauthorized',
        description: 'You are logged out. Logging in again...',
        style: 'destructive',
      });
      setTimeout(signIn, redirectMs);
    });
  }, [id, concierge]);
  return null;
}
