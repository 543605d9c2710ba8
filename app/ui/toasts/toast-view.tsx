import './toast-view.css';
import { Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';
import { closeOutline } from 'ionicons/icons';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../icon.tsx';
import { onTopLayerChange, topLayer } from '../top-layer.ts';
import { dismiss, useToast, wordsOf } from './toast.tsx';

/**
 * The time and the distance come from spec §9. A swipe counts from 50 px on, and the library asks for more than its
 * threshold.
 */
const autoCloseMs = 5000;
const swipeThresholdPx = 49.99;
/** The time after which a toast has been read, as far as a dialog that opens then is concerned. */
const readMs = 1000;
/** The height for a page whose bar has not appeared yet. */
const leastBarPx = 56;
/** The height of a toast of two lines with the room around it. */
const tallestPx = 80;

/**
 * The host of toasts is in the topmost layer, above dialogs, and a screen reader announces its content. It exists
 * from the start, since a region that appears together with its text is often not announced.
 */
const host = document.createElement('div');
host.className = 'toast-host';
host.popover = 'manual';
host.ariaLive = 'polite';
document.body.append(host);

/**
 * The library announces every toast a second time in an element of its own; the host has already done so, so that
 * element is left out of the page.
 */
const unheard = document.createElement('div');

/**
 * The toast, closed by its time (which stops while it is touched or focused), a swipe to the right, its button, or
 * Escape; F8 moves to it. It is in the topmost dialog, if one is open, because the rest of the page cannot be used
 * then.
 */
export function ToastView() {
  const { toast, open } = useToast();
  const shown = open ? (toast?.id ?? null) : null;
  useTopLayer(shown);
  useEffect(() => {
    if (shown !== null) useToast.setState({ seen: shown });
  }, [shown]);
  if (!toast) return null;
  const { id, style = 'default', low = false } = toast;
  const { title, description } = wordsOf(toast);
  return createPortal(
    // Every toast has its own clock: a clock that was stopped at the end of one would stop the next.
    <Provider
      key={id}
      duration={autoCloseMs}
      swipeDirection="right"
      swipeThreshold={swipeThresholdPx}
      announcerContainer={unheard}
    >
      <Root
        className={low ? `toast ${style} low` : `toast ${style}`}
        open={open}
        onOpenChange={(next) => !next && dismiss()}
      >
        <div className="grow">
          {title && <Title className="toast-title">{title}</Title>}
          {description && <Description>{description}</Description>}
        </div>
        <Close className="toast-close" aria-label="Close notification">
          <Icon src={closeOutline} size={20} />
        </Close>
      </Root>
      <Viewport className="toast-list" />
    </Provider>,
    host,
  );
}

/**
 * Keeps the host in the dialog in front. A toast stands under the bar: content there can be scrolled away, while
 * buttons, composers, tabs and the keyboard are at the foot. One that announces the thing which its page begins with
 * stands above them instead. The first field of a sheet that a person opens next
 * is not covered by the good news of what they did before.
 */
function useTopLayer(shown: number | null): void {
  const since = useRef(0);
  useEffect(() => {
    if (shown !== null) since.current = performance.now();
  }, [shown]);
  useEffect(() => {
    const place = () => {
      const parent = topLayer();
      const isNew = parent !== document.body && host.parentElement !== parent;
      if (
        isNew &&
        performance.now() - since.current > readMs &&
        useToast.getState().toast?.style !== 'destructive'
      )
        dismiss();
      if (host.parentElement !== parent) parent.append(host);
      // Showing the host again brings it above a dialog that has opened since.
      if (host.matches(':popover-open')) host.hidePopover();
      host.showPopover();
      putUnderBar();
    };
    place();
    return onTopLayerChange(place);
  }, []);
  useLayoutEffect(() => {
    if (shown !== null) putUnderBar();
  }, [shown]);
}

const putUnderBar = () => host.style.setProperty('--toast-ceiling', `${ceiling()}px`);

/** The lower edge of the bar in front, with its title and its Back or Close: no toast may cover them. */
function ceiling(): number {
  const layer = topLayer();
  const inDialog = layer !== document.body;
  // A sheet that is still rising counts at its final place.
  const below = inDialog ? layer.getBoundingClientRect().top - layer.offsetTop : 0;
  const bars = [...layer.querySelectorAll(inDialog ? '.sheet-head, .photo-bar' : 'ion-header')]
    .map((bar) => bar.getBoundingClientRect())
    // Above a sheet that begins lower there is room enough.
    .filter((box) => box.height > 0 && box.top - below < tallestPx)
    .map((box) => box.bottom - below);
  return Math.max(inDialog ? 0 : leastBarPx, ...bars);
}
