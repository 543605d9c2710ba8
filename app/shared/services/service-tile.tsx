import './service-tile.css';
import { CategoryGlyph } from './category-glyph.tsx';
import { hasDrawing, ServiceDrawing } from './drawings/index.tsx';
import { pictureOf } from './picture.ts';
import { type Pictured, pictureShown } from './picture-shown.ts';

/** A service's picture, or its drawing on its category's colour; the category's picture or icon if it has neither. */
export function ServiceTile({ service }: { service: Pictured }) {
  const { slug, drawing = slug, category } = service;
  const picture = pictureShown(service);
  return (
    <span className={`service-tile ${category.color}`}>
      {picture ? (
        // A tile that is used for another service does not show the picture before until the next one has loaded.
        <img
          key={picture}
          className="service-picture"
          src={pictureOf(picture)}
          alt=""
          loading="lazy"
          decoding="async"
        />
      ) : hasDrawing(drawing) ? (
        <ServiceDrawing slug={drawing} />
      ) : (
        <CategoryGlyph icon={category.icon} size={34} />
      )}
    </span>
  );
}
