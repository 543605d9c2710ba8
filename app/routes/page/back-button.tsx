import { useIonRouter } from '@ionic/react';
import { chevronBackOutline } from 'ionicons/icons';
import { Icon } from '../../ui/icon.tsx';

/** Back to where the person came from; to `fallback` when they came from nowhere in the app. */
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
