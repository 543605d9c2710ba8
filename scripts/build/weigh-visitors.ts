import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { firstLook } from '../../api/contract/rules/look/look.ts';
import { firstTexts } from '../../api/contract/rules/look/texts.ts';
import { plans, planTiers } from '../../api/contract/rules/plans.ts';
import type { Service } from '../../api/contract/schemas/catalogue.ts';
import type { VisitorData, VisitorPages } from '../../api/contract/schemas/visitors/visitor-pages.ts';
import { encoded } from '../../api/http/pages/unchanging.ts';
import { fill } from '../../api/http/pages/visitor-pages.ts';
import { catalogue } from '../../api/seed/offer.ts';

/** The most services that an installation is expected to have. */
const many = 500;

/** The kilobytes of visitors' pages as the server sends them: the first offer's landing page, a large catalogue. */
export async function weighVisitorPages(dist: string): Promise<{ landing: number; catalogue: number }> {
  const bundle = (await import(
    pathToFileURL(resolve(dist, '.server/visitor-pages.js')).href
  )) as VisitorPages;
  const weigh = async (name: keyof VisitorPages, data: VisitorData) => {
    const html = fill(readFileSync(resolve(dist, `${name}.html`), 'utf8'), bundle[name](data));
    return (await encoded(Buffer.from(html)).br()).length / 1000;
  };
  const first = dataOf(catalogue.flatMap((category) => servicesOf(category, 1)));
  const perService = many / first.services.length;
  const large = dataOf(catalogue.flatMap((category) => servicesOf(category, perService)));
  return { landing: await weigh('landing', first), catalogue: await weigh('catalogue', large) };
}

type Category = (typeof catalogue)[number];

/** Each service of the first offer several times, with its words in other orders, so that none repeats another. */
const servicesOf = ({ id: categoryId, name, color, icon, services }: Category, times: number): Service[] =>
  services.flatMap((service) =>
    Array.from({ length: times }, (_, at) => {
      const words = service.description.split(' ');
      const turn = (at * 7) % words.length;
      return {
        id: randomUUID(),
        slug: service.slug,
        name: at ? `${service.name} ${at}` : service.name,
        description: [...words.slice(turn), ...words.slice(0, turn)].join(' '),
        price: service.price_cents === null ? null : service.price_cents / 100 + at,
        estimatedHours: service.estimated_minutes / 60,
        categoryId,
        category: { name, color, icon },
        searchWords: service.search_words,
        rating: { mean: 4 + (at % 10) / 10, count: 5 + at },
      };
    }),
  );

const dataOf = (services: Service[]): VisitorData => ({
  business: {
    name: 'Hearthkeep',
    phone: '1300 555 014',
    tel: '1300555014',
    email: 'support@hearthkeep.example',
    address: '',
    opening: { week: Array(7).fill({ from: 480, until: 1200 }), closedDays: [], postcodes: [] },
    policies: { terms: '', privacy: '', cancellation: '' },
    currency: 'aud',
    url: 'https://hearthkeep.example',
    personas: true,
    sandboxSaid: false,
  },
  look: {
    css: '',
    hash: '',
    displayFace: firstLook.displayFace,
    paper: { light: '#f7f3ec', dark: '#121a17' },
    markUrl: null,
    logoUrl: null,
  },
  texts: firstTexts(true),
  categories: catalogue.map(({ id, name, description, color, icon }) => ({
    id,
    name,
    description,
    color,
    icon,
  })),
  services,
  plans: planTiers.map((tier) => ({ ...plans[tier], versionId: tier })),
});
