import type { ReactNode } from 'react';
import { stroke } from '../../../ui/drawings/drawing-strokes.tsx';
import { cleaning } from './cleaning.tsx';
import { generalHelp } from './general-help.tsx';
import { homeMaintenance } from './home-maintenance.tsx';
import { outdoor } from './outdoor.tsx';
import { personal } from './personal.tsx';

const drawings = new Map<string, ReactNode>(
  [homeMaintenance, cleaning, outdoor, personal, generalHelp].flatMap((of) => Object.entries(of)),
);

/** The slugs that name a drawing. */
export const drawingSlugs: readonly string[] = [...drawings.keys()];

export const hasDrawing = (slug: string): boolean => drawings.has(slug);

/** The shapes of a drawing, 72 units wide. */
export const shapesOfService = (slug: string): ReactNode => drawings.get(slug);

/** The drawing of a service; each service of the business has its own, recognised at a glance. */
export function ServiceDrawing({ slug }: { slug: string }) {
  const drawing = drawings.get(slug);
  if (!drawing) return null;
  return (
    <svg viewBox="0 0 72 72" aria-hidden="true" className="service-drawing" {...stroke}>
      {drawing}
    </svg>
  );
}
