import { Landing } from '../features/landing/landing.tsx';
import { OfflineStrip } from '../pwa/offline-strip.tsx';

export default function LandingPage() {
  return (
    <>
      <OfflineStrip />
      <div className="landing-scroll">
        <Landing />
      </div>
    </>
  );
}
