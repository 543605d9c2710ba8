import type { Service } from '../../../../api/contract/schemas/catalogue.ts';
import { drawingOfCategory } from '../../../shared/services/category-glyph.tsx';
import { hasDrawing, shapesOfService } from '../../../shared/services/drawings/index.tsx';
import { stroke } from '../../../ui/drawings/drawing-strokes.tsx';
import { shapesOf } from '../../../ui/icon.tsx';

/** The name of a service's drawing in the page; its category's icon if it has none. */
export const drawn = ({ slug, drawing = slug, category }: Service): string =>
  hasDrawing(drawing) ? drawing : `icon-${category.icon}`;

/** Every drawing of the page, once: five hundred services share a few. */
export function Sprite({ drawings, icons }: { drawings: string[]; icons: Record<string, string> }) {
  return (
    <svg className="sprite" aria-hidden="true">
      {drawings.map((name) =>
        hasDrawing(name) ? (
          <symbol key={name} id={`d-${name}`} viewBox="0 0 72 72" {...stroke}>
            {shapesOfService(name)}
          </symbol>
        ) : (
          <IconSymbol key={name} name={name} src={drawingOfCategory(name.replace('icon-', ''))} />
        ),
      )}
      {Object.entries(icons).map(([name, src]) => (
        <IconSymbol key={name} name={name} src={src} />
      ))}
    </svg>
  );
}

const IconSymbol = ({ name, src }: { name: string; src: string }) => (
  <symbol id={`d-${name}`} viewBox="0 0 512 512" fill="currentColor">
    {shapesOf(src)}
  </symbol>
);

/** A drawing of the sprite. */
export const Use = ({ name, className }: { name: string; className: string }) => (
  <svg className={className} aria-hidden="true">
    <use href={`#d-${name}`} />
  </svg>
);
