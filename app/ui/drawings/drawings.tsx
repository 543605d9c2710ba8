import { stroke } from './drawing-strokes.tsx';
import { serviceDrawings } from './drawings-services.tsx';
import { stateDrawings } from './drawings-states.tsx';

/** All drawings are our own, with one line width and the same few colours. */
const drawings = { ...serviceDrawings, ...stateDrawings };

export type DrawingName = keyof typeof drawings;

/** A drawing, rendered at once. `LazyDrawing` is for drawings that the first paint does not need. */
export function Drawing({ name, className }: { name: DrawingName; className?: string }) {
  return (
    <svg
      viewBox="0 0 180 122"
      aria-hidden="true"
      className={className ? `drawing ${className}` : 'drawing'}
      {...stroke}
    >
      {drawings[name]}
    </svg>
  );
}
