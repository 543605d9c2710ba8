import { IonPage } from '@ionic/react';
import { type ReactNode, useRef } from 'react';
import { Shown, useFrameShown } from './use-shown.ts';

/**
 * The frame of a page. It must be outside the part that waits for code: Ionic shows the frame that it moved in, and a
 * later replacement would stay invisible.
 */
export function PageFrame({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  const shown = useFrameShown(frame);
  return (
    <IonPage ref={frame}>
      <Shown value={shown}>{children}</Shown>
    </IonPage>
  );
}
