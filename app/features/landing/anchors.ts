import { useEffect, useState } from 'react';

/**
 * The sections that a link can target (spec §2). Each can be focused, so the browser itself moves the keyboard and
 * the screen reader there, with or without our script.
 */
export const sections = ['services', 'packages', 'how-it-works', 'about', 'contact', 'support'] as const;
export type SectionId = (typeof sections)[number];

/** The section being read, for the mark in the header. */
export function useSectionInView(): SectionId | null {
  const [id, setId] = useState<SectionId | null>(null);
  useEffect(() => {
    const shown = new Set<SectionId>();
    const watch = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) shown.add(target.id as SectionId);
          else shown.delete(target.id as SectionId);
        }
        setId(sections.find((section) => shown.has(section)) ?? null);
      },
      // A line a third of the way down the screen.
      { rootMargin: '-33% 0px -66% 0px' },
    );
    for (const section of sections) {
      const element = document.getElementById(section);
      if (element) watch.observe(element);
    }
    return () => watch.disconnect();
  }, []);
  return id;
}
