import './service-tile.css';
import type { Service } from '../../../api/contract/schemas/catalogue.ts';
import { CategoryGlyph } from './category-glyph.tsx';
import { hasDrawing, ServiceDrawing } from './drawings/index.tsx';

/** A service's drawing on its category's colour; the category's icon if the service has no drawing. */
export function ServiceTile({
  service: { slug, drawing = slug, category },
}: {
  service: Pick<Service, 'slug' | 'drawing' | 'category'>;
}) {
  return (
    <span className={`service-tile ${category.color}`}>
      {hasDrawing(drawing) ? (
        <ServiceDrawing slug={drawing} />
      ) : (
        <CategoryGlyph icon={category.icon} size={34} />
      )}
    </span>
  );
}
