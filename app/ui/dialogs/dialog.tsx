import {
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useInsertionEffect,
  useRef,
  useState,
} from 'react';
import { announceTopLayer } from '../top-layer.ts';
import { closeOnBack } from './back-closes.ts';
import { followOpener, keepFocusInside } from './lost-focus.ts';
import { ignoreSecondTap } from './second-tap.ts';

const dismissPx = 110;
/** The speed of a flick, in px per millisecond. */
const flickSpeed = 0.6;

interface DialogProps {
  open: boolean;
  onClose: () => void;
  labelledBy: string;
  className: string;
  /** Whether a handle at the top lets a finger pull the dialog away. */
  handle?: boolean;
  children: ReactNode;
}

/**
 * The browser's own modal dialog. It keeps the focus inside, and gives it back to the element that opened it or, if
 * that is gone, to a heading nearby. It closes by Escape, by Back and by a tap beside it, and the page behind it
 * cannot be used.
 */
export function Dialog({ open, onClose, labelledBy, className, handle, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [present, setPresent] = useState(open);
  const [previous, setPrevious] = useState({ open, times: 0 });
  const id = useId();
  const close = useEffectEvent(onClose);
  if (open !== previous.open) setPrevious({ open, times: previous.times + 1 });
  if (open && !present) setPresent(true);

  useEffect(() => {
    const box = dialog.current;
    if (!open || !box) return;
    // A dialog in a hidden page would be modal and invisible.
    if (!box.parentElement?.checkVisibility()) return close();
    const giveBack = followOpener(document.activeElement);
    box.classList.remove('let-go');
    if (!box.open) box.showModal();
    announceTopLayer();
    const leaveInside = keepFocusInside(box, labelledBy);
    const closed = closeOnBack(id, () => close());
    return () => {
      closed();
      leaveInside();
      box.close();
      // Browsers leave the focus in a closed dialog for a moment if its opener is gone.
      if (box.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
      giveBack();
      ignoreSecondTap();
      announceTopLayer();
    };
  }, [open, id, labelledBy]);

  // A dialog that is removed while it is open gives the focus back before it leaves the document; the browser does
  // not do so later. A layout effect would also end while Suspense only hides the dialog.
  useInsertionEffect(() => () => dialog.current?.close(), []);

  // The content is removed when the movement is over.
  useEffect(() => {
    const box = dialog.current;
    if (open || !box) return;
    let wanted = true;
    const moving = box.getAnimations().map((animation) => animation.finished);
    void Promise.allSettled(moving).then(() => wanted && setPresent(false));
    return () => {
      wanted = false;
    };
  }, [open]);

  return (
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={labelledBy}
      // A closing dialog cannot be used any more.
      inert={!open}
      aria-hidden={!open || undefined}
      onClose={() => open && !dialog.current?.open && onClose()}
      // A tap on the backdrop has the dialog itself as its target, not its content.
      onPointerDown={(event) => event.target === dialog.current && onClose()}
    >
      {present && (
        // A dialog that is opened again while it closes starts with new content.
        <div key={Math.ceil(previous.times / 2)} className="dialog-content">
          {handle && <Handle dialog={dialog} onDismiss={onClose} />}
          {children}
        </div>
      )}
    </dialog>
  );
}

/** The handle by which a finger pulls a dialog away. */
function Handle({
  dialog,
  onDismiss,
}: {
  dialog: RefObject<HTMLDialogElement | null>;
  onDismiss: () => void;
}) {
  const pulled = useRef<{ from: number; at: number } | null>(null);
  const pull = (event: PointerEvent<HTMLElement>) => {
    const box = dialog.current;
    if (!pulled.current || !box) return;
    box.style.translate = `0 ${Math.max(0, event.clientY - pulled.current.from)}px`;
  };
  const letGo = (event: PointerEvent<HTMLElement>) => {
    const box = dialog.current;
    if (!pulled.current || !box) return;
    const down = event.clientY - pulled.current.from;
    const speed = down / Math.max(1, event.timeStamp - pulled.current.at);
    pulled.current = null;
    box.classList.replace('pulled', 'let-go');
    box.style.translate = '';
    if (down > dismissPx || (down > 24 && speed > flickSpeed)) onDismiss();
  };
  return (
    <div
      className="grab"
      onPointerDown={(event) => {
        pulled.current = { from: event.clientY, at: event.timeStamp };
        dialog.current?.classList.remove('let-go');
        dialog.current?.classList.add('pulled');
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={pull}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    />
  );
}
