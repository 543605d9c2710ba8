import { weekdays } from '../../../../api/contract/rules/business/opening.ts';
import type { Service } from '../../../../api/contract/schemas/catalogue.ts';
import type {
  VisitorBusiness,
  VisitorData,
} from '../../../../api/contract/schemas/visitors/visitor-pages.ts';

/** What the landing page says, for machines: the business and its plans (schema.org). */
export const landingFacts = ({ business, plans }: VisitorData): object => ({
  '@context': 'https://schema.org',
  ...businessFacts(business),
  makesOffer: plans.map((plan) => ({
    '@type': 'Offer',
    name: plan.name,
    price: decimal(plan.priceCents / 100),
    priceCurrency: business.currency.toUpperCase(),
    url: `${business.url}/#packages`,
  })),
});

/** What the catalogue says, for machines: the business and its services with their prices (schema.org). */
export const catalogueFacts = ({ business, categories, services }: VisitorData): object => ({
  '@context': 'https://schema.org',
  ...businessFacts(business),
  hasOfferCatalog: {
    '@type': 'OfferCatalog',
    name: 'Services',
    itemListElement: categories
      .map(({ id, name }) => ({ name, offered: services.filter((one) => one.categoryId === id) }))
      .filter(({ offered }) => offered.length > 0)
      .map(({ name, offered }) => ({
        '@type': 'OfferCatalog',
        name,
        itemListElement: offered.map((service) => offerOf(service, business)),
      })),
  },
});

function businessFacts({ name, phone, email, address, opening, url }: VisitorBusiness): object {
  return {
    '@type': 'LocalBusiness',
    '@id': `${url}/#business`,
    name,
    url: `${url}/`,
    image: `${url}/icons/icon-512.png`,
    telephone: phone,
    email,
    ...(address && { address }),
    openingHoursSpecification: opening.week.flatMap((hours, day) =>
      hours
        ? [
            {
              '@type': 'OpeningHoursSpecification',
              dayOfWeek: weekdays[day],
              opens: time(hours.from),
              closes: time(hours.until),
            },
          ]
        : [],
    ),
  };
}

/** A rating without a number of reviews is the sandbox's, and says nothing to a machine. */
function offerOf({ name, price, rating }: Service, { currency }: VisitorBusiness): object {
  const item = {
    '@type': 'Service',
    name,
    ...(rating?.count && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: rating.mean, reviewCount: rating.count },
    }),
  };
  return {
    '@type': 'Offer',
    itemOffered: item,
    ...(price !== null && { price: decimal(price), priceCurrency: currency.toUpperCase() }),
  };
}

const decimal = (price: number): string => price.toFixed(2);

/** '08:30' of 510; the end of a day is its last minute. */
const time = (minute: number): string => {
  const at = Math.min(minute, 24 * 60 - 1);
  return `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`;
};
