import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { everything } from './filter.ts';
import { byHand, keepTo } from './keep-to.ts';

/** The largest distance below the chips at which a section's top makes it the current one. */
const edgePx = 24;

/** Those that are shown: while a search is, the list of all services is not. */
const sectionsIn = (list: HTMLElement) =>
  [...list.querySelectorAll<HTMLElement>('[data-section]')].filter((one) => one.checkVisibility());

/**
 * The current section of the list, and a function that scrolls to another. A requested section stays current until
 * the person scrolls: the last ones may be too short to reach the top.
 * @param list contains the sections, each named by `data-section`
 * @param chips are above the sections, and stay on screen
 */
export function useSection(
  list: RefObject<HTMLElement | null>,
  chips: RefObject<HTMLElement | null>,
  ready: boolean,
) {
  const [section, setSection] = useState(everything);
  const isRequested = useRef(false);
  const endWay = useRef(() => {});

  useEffect(() => {
    const content = ready && list.current?.closest('ion-content');
    if (!content) return;
    const stop = new AbortController();
    const { signal } = stop;
    void content.getScrollElement().then((box) => {
      if (signal.aborted) return;
      const look = () => {
        if (isRequested.current || !list.current || !chips.current) return;
        const edge = chips.current.getBoundingClientRect().bottom + edgePx;
        const read = sectionsIn(list.current).findLast((one) => one.getBoundingClientRect().top <= edge);
        setSection(read?.dataset.section ?? everything);
      };
      const letGo = () => {
        isRequested.current = false;
      };
      box.addEventListener('scroll', look, { passive: true, signal });
      for (const kind of byHand) box.addEventListener(kind, letGo, { passive: true, signal });
    });
    return () => stop.abort();
  }, [ready, list, chips]);

  /** @returns false if the list has no such section now */
  const goTo = useCallback(
    (id: string): boolean => {
      const target =
        id === everything
          ? list.current?.closest('.page-body')
          : list.current && sectionsIn(list.current).find((one) => one.dataset.section === id);
      if (!target) return false;
      isRequested.current = true;
      setSection(id);
      const content = target.closest('ion-content');
      void content?.getScrollElement().then((box) => {
        endWay.current();
        endWay.current = keepTo(box, target);
      });
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
      target.scrollIntoView({ block: 'start', behavior: calm ? 'instant' : 'smooth' });
      return true;
    },
    [list],
  );
  return { section, goTo };
}
