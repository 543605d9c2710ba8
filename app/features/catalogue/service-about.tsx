import type { Service } from '../../../api/contract/schemas/catalogue.ts';
import { CategoryGlyph } from '../../shared/services/category-glyph.tsx';
import { ServiceTile } from '../../shared/services/service-tile.tsx';
import { ServiceFacts } from './service-card.tsx';

/** The catalogue's whole text about a service, above the ways to book it. */
export function ServiceAbout({ service }: { service: Service }) {
  return (
    <div className="service-about">
      <ServiceTile service={service} />
      <div className="service-head">
        <p className="service-category">
          <CategoryGlyph icon={service.category.icon} size={15} />
          <span>{service.category.name}</span>
        </p>
        <ServiceFacts service={service} />
      </div>
      {service.description && <p className="muted service-text">{service.description}</p>}
      {service.included && (
        <div className="service-included">
          <h3>Included</h3>
          <ul>
            {service.included.map((line) => (
              <li key={line} dir="auto">
                {line}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
