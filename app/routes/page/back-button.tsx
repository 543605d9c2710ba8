import { useIonRouter } from '@ionic/react';
import { chevronBackOutline } from 'ionicons/icons';
import { Icon } from '../../ui/icon.tsx';

/** Leads back to the previous page, or to `fallback` if there was none in the app. */
export function BackButton({ fallback }: { fallback: string }) {
  const router = useIonRouter();
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Back"
      onClick={() => (router.canGoBack() ? router.goBack() : router.push(fallback, 'back', 'replace'))}
    >
      <Icon src={chevronBackOutline} size={26} />
    </button>
  );
}
