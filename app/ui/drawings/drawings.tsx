import { stroke } from './drawing-strokes.tsx';
import { serviceDrawings } from './drawings-services.tsx';
import { stateDrawings } from './drawings-states.tsx';

/** All drawn here: one line weight, the same few colours. */
const drawings = { ...serviceDrawings, ...stateDrawings };

export type DrawingName = keyof typeof drawings;

/** A drawing, at once. Where it need not be there with the first paint, take `LazyDrawing`. */
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
