import './service-tile.css';
import type { Service } from '../../../api/contract/schemas/catalogue.ts';
import { CategoryGlyph } from './category-glyph.tsx';
import { hasDrawing, ServiceDrawing } from './drawings/index.tsx';
import { pictureOf } from './picture.ts';

/** A service's picture, or its drawing on its category's colour; the category's icon if it has neither. */
export function ServiceTile({
  service: { slug, drawing = slug, picture, category },
}: {
  service: Pick<Service, 'slug' | 'drawing' | 'picture' | 'category'>;
}) {
  return (
    <span className={`service-tile ${category.color}`}>
      {picture ? (
        <img className="service-picture" src={pictureOf(picture)} alt="" loading="lazy" decoding="async" />
      ) : hasDrawing(drawing) ? (
        <ServiceDrawing slug={drawing} />
      ) : (
        <CategoryGlyph icon={category.icon} size={34} />
      )}
    </span>
  );
}
