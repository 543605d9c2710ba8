import { IonContent } from '@ionic/react';
import { Landing } from '../features/landing/landing.tsx';
import { OfflineStrip } from '../pwa/offline-strip.tsx';

export default function LandingPage() {
  return (
    <>
      <OfflineStrip />
      <IonContent>
        <Landing />
      </IonContent>
    </>
  );
}
