import { IonModal } from '@ionic/react';
import { closeOutline } from 'ionicons/icons';
import { type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

/** Rises from the bottom with a grab handle on a phone; a dialog in the middle from 768 px. */
export function Sheet({
  open,
  title,
  onClose,
  children,
}: {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const id = useId();
  const phone = !matchMedia('(min-width: 768px)').matches;
  return (
    <IonModal
      className="sheet"
      isOpen={open}
      onDidDismiss={onClose}
      aria-labelledby={id}
      {...(phone && { breakpoints: [0, 1], initialBreakpoint: 1, handle: true })}
    >
      <div className="sheet-body">
        <div className="sheet-head">
          <h2 id={id}>{title}</h2>
          <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
            <Icon src={closeOutline} />
          </button>
        </div>
        {children}
      </div>
    </IonModal>
  );
}
