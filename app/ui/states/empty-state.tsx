import type { ReactNode } from 'react';
import type { DrawingName } from '../drawings/drawings.tsx';
import { LazyDrawing } from './lazy-drawing.tsx';

/** A small drawing, a sentence and the next action. */
export function EmptyState({
  drawing,
  title,
  text,
  action,
}: {
  drawing: DrawingName;
  title: string;
  text?: string;
  action?: ReactNode;
}) {
  return (
    <div className="empty">
      <LazyDrawing name={drawing} />
      <h2>{title}</h2>
      {text && <p className="muted">{text}</p>}
      {action}
    </div>
  );
}
