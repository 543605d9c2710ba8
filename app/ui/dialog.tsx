import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react';

const dismissPx = 110;

interface DialogProps {
  open: boolean;
  onClose: () => void;
  labelledBy: string;
  className: string;
  /** A handle at the top by which a finger pulls it away. */
  handle?: boolean;
  children: ReactNode;
}

/**
 * The browser's own modal dialog: it keeps the focus inside and gives it back, closes by Escape, by the phone's back
 * gesture and by a tap beside it, and the page behind it is out of reach.
 */
export function Dialog({ open, onClose, labelledBy, className, handle, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const from = useRef<number | null>(null);

  useEffect(() => {
    const box = dialog.current;
    if (open && box && !box.open) box.showModal();
    if (!open && box?.open) box.close();
  }, [open]);

  const pull = (event: PointerEvent<HTMLElement>) => {
    if (from.current === null || !dialog.current) return;
    const down = Math.max(0, event.clientY - from.current);
    dialog.current.style.translate = `0 ${down}px`;
  };
  const letGo = (event: PointerEvent<HTMLElement>) => {
    if (from.current === null || !dialog.current) return;
    const down = event.clientY - from.current;
    from.current = null;
    dialog.current.style.translate = '';
    if (down > dismissPx) onClose();
  };

  return (
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={labelledBy}
      onClose={onClose}
      // The backdrop is the dialog's own box outside of its content.
      onPointerDown={(event) => event.target === dialog.current && onClose()}
    >
      {open && (
        <div className="dialog-content">
          {handle && (
            <div
              className="grab"
              onPointerDown={(event) => {
                from.current = event.clientY;
                event.currentTarget.setPointerCapture(event.pointerId);
              }}
              onPointerMove={pull}
              onPointerUp={letGo}
              onPointerCancel={letGo}
            />
          )}
          {children}
        </div>
      )}
    </dialog>
  );
}
