import { closeOutline } from 'ionicons/icons';
import { type ReactNode, useId } from 'react';
import { Icon } from '../icon.tsx';
import { Dialog } from './dialog.tsx';

/** A sheet that rises from the bottom with a grab handle on a phone; a dialog in the middle on a wide screen. */
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
  return (
    <Dialog className="sheet" open={open} onClose={onClose} labelledBy={id} handle>
      <div className="sheet-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
          <Icon src={closeOutline} />
        </button>
      </div>
      <div className="sheet-body">{children}</div>
    </Dialog>
  );
}
