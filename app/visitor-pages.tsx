import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { withName } from '../api/contract/rules/look/texts.ts';
import type {
  VisitorData,
  VisitorPage,
  VisitorPages,
} from '../api/contract/schemas/visitors/visitor-pages.ts';
import { VisitorCatalogue } from './features/catalogue/visitor/visitor-catalogue.tsx';
import { Footer, Header, Skip } from './features/landing/frame.tsx';
import { Landing } from './features/landing/landing.tsx';
import { landingData } from './features/landing/landing-data.ts';
import { jsonBlock } from './features/landing/page-head/json-block.ts';
import { type HeadTexts, PageHead } from './features/landing/page-head/page-head.tsx';
import { catalogueFacts, landingFacts } from './features/landing/page-head/structured-data.ts';
import { hrefs } from './lib/hrefs.ts';

/** The landing page; its script brings it to life with the data beside it. */
export const landing: VisitorPages['landing'] = (data) => {
  const { business, texts } = data;
  const named = (text: string) => withName(text, business.name);
  const shown = landingData(data);
  return pageOf(data, {
    head: {
      path: hrefs.home,
      title: named(texts.pageTitle),
      description: named(texts.description),
      share: { title: named(texts.shareTitle), text: named(texts.shareText) },
    },
    facts: landingFacts(data),
    body: `<div id="root">${renderToString(<Landing {...shown} />)}</div>${jsonBlock('application/json', shown, 'data')}`,
  });
};

/** The most categories that the catalogue's description names. */
const mostNamed = 6;

/** The catalogue for visitors. */
export const catalogue: VisitorPages['catalogue'] = (data) => {
  const { name } = data.business;
  const title = `Services · ${name}`;
  const kinds = data.categories.slice(0, mostNamed).map((category) => category.name);
  const description = `Services of ${name} with their prices: ${kinds.join(', ')}.`;
  return pageOf(data, {
    head: { path: hrefs.services, title, description, share: { title, text: description } },
    facts: catalogueFacts(data),
    body: renderToStaticMarkup(
      <>
        <Skip />
        <Header {...data} current="services" home={hrefs.home} />
        <VisitorCatalogue {...data} />
        <Footer {...data} home={hrefs.home} />
      </>,
    ),
  });
};

function pageOf(
  data: VisitorData,
  { head, facts, body }: { head: HeadTexts; facts: object; body: string },
): VisitorPage {
  const { business, look } = data;
  const sandbox = renderToStaticMarkup(
    <aside className="sandbox-word">{business.sandboxSaid ? 'Sandbox' : ''}</aside>,
  );
  return {
    head: renderToStaticMarkup(<PageHead data={data} {...head} />) + jsonBlock('application/ld+json', facts),
    style: look.css && `<style>${look.css}</style>`,
    body: sandbox + body,
  };
}
