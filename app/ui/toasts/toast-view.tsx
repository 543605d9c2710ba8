import './toast-view.css';
import { Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';
import { closeOutline } from 'ionicons/icons';
import { useEffect, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../icon.tsx';
import { onTopLayerChange, topLayer } from '../top-layer.ts';
import { dismiss, useToast, wordsOf } from './toast.tsx';

/** Spec §9; from 50 px on it is a swipe, and the library asks for more than its threshold. */
const autoCloseMs = 5000;
const swipeThresholdPx = 49.99;
/** A page whose bar is still to come has one of this height. */
const leastBarPx = 56;
/** What a toast of two lines takes with the room about it. */
const tallestPx = 80;

/**
 * In the topmost layer, above dialogs, and heard by a screen reader as it fills. It stands from the start, since
 * what comes together with its words is often not read out.
 */
const host = document.createElement('div');
host.className = 'toast-host';
host.popover = 'manual';
host.ariaLive = 'polite';
document.body.append(host);

/** The library says every toast a second time, beside it; the host has done so. */
const unheard = document.createElement('div');

/**
 * The toast, closed by its time (which stands still while it is touched or focused), a swipe to the right, its
 * button, Escape; F8 goes to it. It stands in the topmost dialog, where there is one: the rest of the page is out of
 * reach then.
 */
export function ToastView() {
  const { toast, open } = useToast();
  const shown = open ? (toast?.id ?? null) : null;
  useTopLayer(shown);
  useEffect(() => {
    if (shown !== null) useToast.setState({ seen: shown });
  }, [shown]);
  if (!toast) return null;
  const { id, style = 'default' } = toast;
  const { title, description } = wordsOf(toast);
  return createPortal(
    // Each has its own clock: one that was held when it went would hold the next.
    <Provider
      key={id}
      duration={autoCloseMs}
      swipeDirection="right"
      swipeThreshold={swipeThresholdPx}
      announcerContainer={unheard}
    >
      <Root className={`toast ${style}`} open={open} onOpenChange={(next) => !next && dismiss()}>
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
 * Keeps the host in the dialog that is in front. A toast has one place, under the bar: what it lies over there can be
 * scrolled away, while buttons, composers, tabs and the keyboard are at the foot.
 */
function useTopLayer(shown: number | null): void {
  useEffect(() => {
    const place = () => {
      const parent = topLayer();
      if (host.parentElement !== parent) parent.append(host);
      // Showing it anew brings it above a dialog that has opened since.
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

/** Where the bar of what is in front ends, with its title and its Back or Close: no toast lies over that. */
function ceiling(): number {
  const layer = topLayer();
  const inDialog = layer !== document.body;
  // A sheet that is still on its way up is reckoned with where it comes to stand.
  const below = inDialog ? layer.getBoundingClientRect().top - layer.offsetTop : 0;
  const bars = [...layer.querySelectorAll(inDialog ? '.sheet-head, .photo-bar' : 'ion-header')]
    .map((bar) => bar.getBoundingClientRect())
    // Above a sheet that begins lower there is room enough.
    .filter((box) => box.height > 0 && box.top - below < tallestPx)
    .map((box) => box.bottom - below);
  return Math.max(inDialog ? 0 : leastBarPx, ...bars);
}
