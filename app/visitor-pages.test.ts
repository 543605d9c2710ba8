import { expect, test } from 'vitest';
import { firstTexts } from '../api/contract/rules/look/texts.ts';
import type { Service } from '../api/contract/schemas/catalogue.ts';
import type { VisitorData } from '../api/contract/schemas/visitors/visitor-pages.ts';
import { catalogue, landing } from './visitor-pages.tsx';

const evil = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'&\u2028';
const outdoor = { id: 'c1', name: 'Outdoor', description: '', color: 'leaf', icon: 'leaf' };

const aService = (values: Partial<Service> = {}): Service => ({
  id: 's1',
  slug: 'lawn-mowing',
  name: 'Lawn mowing',
  description: 'Edges too.',
  price: 95,
  estimatedHours: 1.5,
  categoryId: outdoor.id,
  category: outdoor,
  ...values,
});

const dataOf = (values: Partial<VisitorData> = {}): VisitorData => ({
  business: {
    name: 'Harbour House',
    phone: '1300 555 014',
    tel: '1300555014',
    email: 'help@harbour.example',
    address: '1 Wharf Road\nSydney',
    opening: { week: [{ from: 480, until: 1440 }, ...Array(6).fill(null)], closedDays: [], postcodes: [] },
    policies: { terms: '', privacy: '', cancellation: '' },
    currency: 'eur',
    url: 'https://harbour.example',
    personas: true,
    sandboxSaid: false,
  },
  look: {
    css: '',
    hash: '',
    displayFace: 'fraunces',
    paper: { light: '#ffffff', dark: '#000000' },
    markUrl: null,
    logoUrl: null,
  },
  texts: firstTexts(false),
  categories: [outdoor],
  services: [aService()],
  plans: [
    {
      id: 'small',
      versionId: 'v',
      name: 'Small',
      priceCents: 9900,
      hours: 2,
      concierge: 'Line',
      features: ['One visit'],
      popular: false,
      premium: false,
    },
  ],
  ...values,
});

const whole = ({ head, style, body }: ReturnType<typeof landing>) => head + style + body;
/** The content of each block of data, parsed. */
const blocks = (html: string): unknown[] =>
  [...html.matchAll(/<script type="application\/(?:ld\+)?json"[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => JSON.parse(text),
  );

test('no text of the owner ends a block of data, begins a script or becomes an element', () => {
  const { business, texts } = dataOf();
  const data = dataOf({
    business: { ...business, name: evil, phone: evil, email: evil, address: evil },
    texts: { ...texts, headline: evil, about: `{name}\n${evil}`, claims: [{ figure: evil, words: evil }] },
    categories: [{ ...outdoor, name: evil }],
    services: [aService({ name: evil, description: evil, searchWords: evil })],
  });
  for (const [page, count] of [
    [landing, 2],
    [catalogue, 1],
  ] as const) {
    const html = whole(page(data));
    const scripts = html.match(/<script[^>]*>/g) ?? [];
    expect(scripts).toHaveLength(count);
    for (const script of scripts)
      expect(script).toMatch(/^<script type="application\/(ld\+)?json"( id="data")?>$/);
    expect(html.match(/<\/script>/g)).toHaveLength(count);
    expect(html).not.toMatch(/<img/);
    expect(JSON.stringify(blocks(html))).toContain(JSON.stringify(evil).slice(1, -1));
  }
});

test('the catalogue has names, descriptions and prices in its markup, and leads to the sign-in', () => {
  const { body } = catalogue(
    dataOf({ services: [aService(), aService({ id: 's2', price: null, name: 'Painting' })] }),
  );
  for (const words of ['Lawn mowing', 'Edges too.', '€95', '1.5h estimated', 'Please log in', 'Painting'])
    expect(body).toContain(words);
  expect(body).toContain('Book Without Subscription - €95');
  expect(body.match(/Book with Subscription/g)).toHaveLength(2);
  expect(body).toContain('Ask for a Quote');
  expect(body.match(/href="\/api\/login\?returnTo=%2Fservices"/g)?.length).toBeGreaterThan(5);
  // Inline styles are against the policy of these pages.
  expect(body).not.toMatch(/ style=/);
  expect(landing(dataOf()).body).not.toMatch(/ style=/);
});

test('the landing page shows what is on sale, and nothing of a catalogue that it does not need', () => {
  const services = Array.from({ length: 9 }, (_, at) =>
    aService({
      id: `s${at}`,
      name: `Service ${at}`,
      price: at ? 50 + at : null,
      description: 'Secretly long',
    }),
  );
  const { body } = landing(dataOf({ services }));
  expect(body).toContain('€99.00');
  expect(body).toContain('href="/services?category=c1"');
  expect(body).toContain('Service 5 · 3 more');
  expect(body).toContain('From €51');
  expect(body).not.toContain('Secretly long');
});

test('claims that nobody has entered are not made', () => {
  const words = (whole(landing(dataOf())) + whole(catalogue(dataOf()))).replace(/ d="[^"]*"/g, '');
  expect(words).not.toMatch(/homeowners|average rating|tasks|guarantee|bonded|24\/7|4\.8|4\.9/);
  expect(whole(landing(dataOf({ texts: firstTexts(true) })))).toContain('50,000+');
});

test('machines read the business, its services and prices, under the one address of the installation', () => {
  const rated = { mean: 4.6, count: 12 };
  const html = whole(
    catalogue(
      dataOf({
        services: [
          aService({ rating: rated }),
          aService({ price: null, rating: { mean: 4.8, count: null } }),
        ],
      }),
    ),
  );
  expect(html).toContain('<link rel="canonical" href="https://harbour.example/services"/>');
  expect(html).toContain('<meta property="og:image" content="https://harbour.example/icons/icon-512.png"/>');
  const [facts] = blocks(html) as [Record<string, unknown>];
  expect(facts).toMatchObject({
    '@type': 'LocalBusiness',
    name: 'Harbour House',
    openingHoursSpecification: [{ dayOfWeek: 'Monday', opens: '08:00', closes: '23:59' }],
    hasOfferCatalog: {
      itemListElement: [
        {
          name: 'Outdoor',
          itemListElement: [
            {
              '@type': 'Offer',
              price: '95.00',
              priceCurrency: 'EUR',
              itemOffered: { '@type': 'Service', aggregateRating: { ratingValue: 4.6, reviewCount: 12 } },
            },
            { '@type': 'Offer', itemOffered: { '@type': 'Service' } },
          ],
        },
      ],
    },
  });
  expect(JSON.stringify(facts)).not.toContain('4.8');
  expect(blocks(whole(landing(dataOf())))).toContainEqual(
    expect.objectContaining({
      makesOffer: [expect.objectContaining({ price: '99.00', priceCurrency: 'EUR' })],
    }),
  );
});

test('the owner’s colours, mark and logo are on the page', () => {
  const look = {
    ...dataOf().look,
    css: ':root{--pine:#123456}',
    hash: 'abc',
    markUrl: '/brand/mark.svg',
    logoUrl: '/brand/logo.svg',
  };
  const { head, style, body } = landing(dataOf({ look }));
  expect(style).toBe('<style>:root{--pine:#123456}</style>');
  expect(head).toContain('href="/brand/mark.svg"');
  expect(head).toContain('icon-512.png?look=abc');
  expect(body).toContain('<img class="logo" src="/brand/logo.svg" alt="Harbour House"');
});

test('a catalogue of 500 services is made in a moment, each with its card', () => {
  const services = Array.from({ length: 500 }, (_, at) => aService({ id: `s${at}`, name: `Service ${at}` }));
  expect(catalogue(dataOf({ services })).body.match(/service-card/g)).toHaveLength(500);
});
