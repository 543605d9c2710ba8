import { useEffect } from 'react';
import { Landing } from '../features/landing/landing.tsx';
import { OfflineStrip } from '../pwa/offline-strip.tsx';

export default function LandingPage() {
  useEffect(() => {
    document.title = 'Hearthkeep: your home, looked after';
  }, []);
  return (
    <>
      <OfflineStrip />
      <div className="landing-scroll">
        <Landing />
      </div>
    </>
  );
}
