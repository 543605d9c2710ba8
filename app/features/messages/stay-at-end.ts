/** The distance from the end within which the reader counts as at the end. */
const nearPx = 48;

/**
 * Keeps a reader of the newest message at it while the composer or the keyboard takes room from the page, and while
 * the messages grow, for example by the reason of one that waits; a reader further up stays there.
 * @param end the element under the newest message, in the section of the messages
 * @returns a function that stops this
 */
export function stayAtEnd(end: HTMLElement): () => void {
  const content = end.closest('ion-content');
  const body = end.closest('.page-body');
  const messages = end.parentElement;
  const stop = new AbortController();
  void content?.getScrollElement().then((box) => {
    if (stop.signal.aborted || !body || !messages) return;
    let atEnd = false;
    const look = () => {
      // A page behind another one has no size to measure.
      if (box.clientHeight === 0) return;
      const [{ bottom }, view] = [end.getBoundingClientRect(), box.getBoundingClientRect()];
      // A reader of what follows the messages is not at their end.
      atEnd = bottom > view.top && bottom - view.bottom < nearPx;
    };
    const watch = new ResizeObserver((changes) => {
      if (atEnd && changes.some(({ target }) => target !== body)) end.scrollIntoView({ block: 'nearest' });
      look();
    });
    watch.observe(box);
    watch.observe(body);
    watch.observe(messages);
    box.addEventListener('scroll', look, { passive: true, signal: stop.signal });
    stop.signal.addEventListener('abort', () => watch.disconnect());
  });
  return () => stop.abort();
}
