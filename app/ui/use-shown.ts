import { useIonViewDidLeave, useIonViewWillEnter } from '@ionic/react';
import { useState } from 'react';

/** Whether the page is in front. Ionic keeps pages mounted behind it, and a hidden page must ask for nothing. */
export function useShown(): boolean {
  const [shown, setShown] = useState(true);
  useIonViewWillEnter(() => setShown(true));
  useIonViewDidLeave(() => setShown(false));
  return shown;
}
