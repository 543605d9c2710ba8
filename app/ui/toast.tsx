import { useEffect, useRef } from 'react';
import { create } from 'zustand';

export interface Toast {
  title?: string;
  description?: string;
  style?: 'default' | 'destructive';
}

const useToast = create<{ toast: (Toast & { id: number }) | null }>(() => ({ toast: null }));
let count = 0;

/** Shows a toast instead of the one that shows (spec §8: one at a time). */
export function toast(next: Toast): void {
  count += 1;
  useToast.setState({ toast: { ...next, id: count } });
}

/** Takes the toast away: what it told is no longer so. */
export const dismiss = (): void => useToast.setState({ toast: null });
const autoCloseMs = 5000;
const swipePx = 50;

/** Closes by itself after 5 s (not while touched or focused), by a swipe to the right, by its button; F8 goes to it. */
export function Toaster() {
  const shown = useToast((s) => s.toast);
  const box = useRef<HTMLDivElement>(null);
  const swipe = useRef(0);
  const held = useRef(false);

  useEffect(() => {
    if (!shown) return;
    // The one before may have gone from under a finger.
    held.current = false;
    // Above an open dialog too.
    box.current?.showPopover();
    const timer = setInterval(() => !held.current && dismiss(), autoCloseMs);
    const hotkey = (event: KeyboardEvent) => event.key === 'F8' && box.current?.focus();
    addEventListener('keydown', hotkey);
    return () => {
      clearInterval(timer);
      removeEventListener('keydown', hotkey);
    };
  }, [shown]);

  const hold = (on: boolean) => () => {
    held.current = on;
  };
  return (
    <section aria-label="Notifications (F8)">
      {shown && (
        <div
          key={shown.id}
          ref={box}
          role="status"
          popover="manual"
          tabIndex={-1}
          className={`toast ${shown.style ?? 'default'}`}
          onPointerDown={(e) => {
            swipe.current = e.clientX;
          }}
          onPointerUp={(e) => e.clientX - swipe.current >= swipePx && dismiss()}
          onFocus={hold(true)}
          onBlur={hold(false)}
          onPointerEnter={hold(true)}
          onPointerLeave={hold(false)}
        >
          <div className="grow">
            <strong>{shown.title ?? (shown.description ? null : 'Notification')}</strong>
            {shown.description && <p>{shown.description}</p>}
          </div>
          <button type="button" aria-label="Close notification" onClick={dismiss}>
            ×
          </button>
        </div>
      )}
    </section>
  );
}
