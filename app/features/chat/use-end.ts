import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The distance from the end within which the reader counts as at the end. */
const nearPx = 48;
/** The distance from the beginning within which the earlier messages are read. */
const earlyPx = 320;

/**
 * Keeps the reader's place in a list of messages: at the end when new ones arrive or the keyboard takes room,
 * otherwise at the same line, also when earlier ones are added above.
 * @param first the key of the first line, `last` that of the last one, `mine` whether that is the reader's own
 */
export function useEnd({
  box,
  first,
  last,
  mine,
  more,
}: {
  box: RefObject<HTMLElement | null>;
  first: string | undefined;
  last: string | undefined;
  mine: boolean;
  /** Reads the messages before the first. */
  more: (() => void) | null;
}) {
  const [atEnd, setAtEnd] = useState(true);
  const before = useRef({ first, last, height: 0, atEnd: true });

  const toEnd = useCallback(() => {
    const list = box.current;
    if (list) list.scrollTop = list.scrollHeight;
  }, [box]);

  useLayoutEffect(() => {
    const list = box.current;
    if (!list) return;
    const previous = before.current;
    const isNew = last !== previous.last;
    if (previous.first !== undefined && first !== previous.first && !previous.atEnd)
      list.scrollTop += list.scrollHeight - previous.height;
    else if (previous.atEnd || (isNew && mine)) toEnd();
    before.current = { ...previous, first, last, height: list.scrollHeight };
  }, [box, first, last, mine, toEnd]);

  useEffect(() => {
    const list = box.current;
    const inside = list?.firstElementChild;
    if (!list || !inside) return;
    const watch = new ResizeObserver(() => {
      if (before.current.atEnd) toEnd();
      before.current.height = list.scrollHeight;
    });
    watch.observe(list);
    watch.observe(inside);
    return () => watch.disconnect();
  }, [box, toEnd]);

  const onScroll = () => {
    const list = box.current;
    if (!list) return;
    const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < nearPx;
    before.current.atEnd = isAtEnd;
    setAtEnd(isAtEnd);
    if (list.scrollTop < earlyPx) more?.();
  };
  return { atEnd, toEnd, onScroll };
}
