import { formatMoney } from '../../../api/contract/rules/money.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { oneText } from '../../lib/one-text.ts';
import { pictureOf } from '../../shared/services/picture.ts';
import type { LandingCategory, LandingData } from './landing-data.ts';
import { Picture, type PictureName } from './pictures.tsx';
import { Section } from './section.tsx';

/** The drawings of categories, by the names of their icons. */
const pictures: Record<string, PictureName> = {
  tool: 'maintenance',
  drop: 'cleaning',
  leaf: 'outdoor',
  bag: 'personal',
  bulb: 'help',
};

/** The service categories and the concierge (spec §2). */
export function Services({
  categories,
  services,
  business: { currency },
  texts,
}: Pick<LandingData, 'categories' | 'services' | 'business' | 'texts'>) {
  return (
    <Section id="services" title={texts.servicesTitle} lead={texts.servicesLead}>
      <ul className="services">
        {categories.map((category) => (
          <Category
            key={category.id}
            category={category}
            names={services.filter((one) => one.categoryId === category.id).map(({ name }) => name)}
            currency={currency}
          />
        ))}
        {texts.conciergeTitle && (
          <li className="service pine">
            <Picture name="concierge" />
            <div>
              <h3>{texts.conciergeTitle}</h3>
              {texts.conciergeText && <p>{texts.conciergeText}</p>}
            </div>
          </li>
        )}
      </ul>
    </Section>
  );
}

function Category({
  category,
  names,
  currency,
}: {
  category: LandingCategory;
  names: string[];
  currency: string;
}) {
  const { id, name, color, icon, picture, more, fromCents } = category;
  const offered = more ? [...names, `${more} more`] : names;
  return (
    <li className={`service ${color}`}>
      {picture ? (
        <img className="picture uploaded" src={pictureOf(picture)} alt="" loading="lazy" decoding="async" />
      ) : (
        <Picture name={pictures[icon] ?? 'help'} />
      )}
      <div>
        <h3>
          <a href={hrefs.category(id)}>{name}</a>
        </h3>
        <p dir="auto">{offered.join(' · ')}</p>
        {fromCents !== null && (
          <p className="service-from">
            {oneText`From ${formatMoney(fromCents, currency, { trimZeros: true })}`}
          </p>
        )}
      </div>
    </li>
  );
}
