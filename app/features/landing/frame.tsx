import { withName } from '../../../api/contract/rules/look/texts.ts';
import type { VisitorData } from '../../../api/contract/schemas/visitors/visitor-pages.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { hasPolicies, PolicyList } from '../../shared/business/policies.tsx';
import type { SectionId } from './anchors.ts';
import { LandingMark } from './pictures.tsx';

export type FrameData = Pick<VisitorData, 'business' | 'look' | 'texts'>;

const links: { to: SectionId; words: string }[] = [
  { to: 'services', words: 'Services' },
  { to: 'about', words: 'Company' },
  { to: 'support', words: 'Support' },
  { to: 'packages', words: 'Pricing' },
];

const footLinks: { to: SectionId; words: string }[] = [
  { to: 'services', words: 'Services' },
  { to: 'packages', words: 'Pricing' },
  { to: 'how-it-works', words: 'How It Works' },
  { to: 'about', words: 'About' },
  { to: 'contact', words: 'Contact' },
  { to: 'support', words: 'Support' },
];

const hrefOf = (to: SectionId, home: string): string =>
  home && to === 'services' ? hrefs.services : `${home}#${to}`;

export const Skip = () => (
  <a className="skip" href="#main">
    Skip to content
  </a>
);

/**
 * The head of a visitor's page.
 * @param home the address of the landing page, whose sections the links name; empty on that page itself
 */
export function Header({
  current,
  home = '',
  ...data
}: FrameData & { current: SectionId | null; home?: string }) {
  const { texts } = data;
  return (
    <header className="head">
      <div className="within head-row">
        <a className="brand" href={home || '#main'}>
          <Brand {...data} />
        </a>
        <nav aria-label={home ? 'Pages' : 'On this page'} className="head-links">
          {links.map(({ to, words }) => (
            <a key={to} href={hrefOf(to, home)} aria-current={current === to || undefined}>
              {words}
            </a>
          ))}
        </nav>
        <div className="head-doors">
          <a className="button plain" href={hrefs.signIn}>
            {texts.memberLogin}
          </a>
          <a className="button primary head-start" href={hrefs.signIn}>
            {texts.getStarted}
          </a>
        </div>
      </div>
    </header>
  );
}

/** The owner's logo, which has the name in it, or the mark and the name. */
function Brand({ business: { name }, look: { logoUrl, markUrl } }: FrameData) {
  if (logoUrl) return <img className="logo" src={logoUrl} alt={name} height="36" />;
  return (
    <>
      {markUrl ? <img className="mark" src={markUrl} alt="" width="30" height="30" /> : <LandingMark />}
      <span dir="auto">{name}</span>
    </>
  );
}

export function Footer({ home = '', ...data }: FrameData & { home?: string }) {
  const { business, texts } = data;
  return (
    <footer className="foot">
      <div className="within">
        <div className="foot-row">
          <div className="brand">
            <Brand {...data} />
          </div>
          <nav aria-label="At the end of this page" className="foot-links">
            {footLinks.map(({ to, words }) => (
              <a key={to} href={hrefOf(to, home)}>
                {words}
              </a>
            ))}
          </nav>
        </div>
        {hasPolicies(business.policies) && (
          <div className="foot-policies">
            <PolicyList policies={business.policies} />
          </div>
        )}
        {texts.foot && <p className="small">{withName(texts.foot, business.name)}</p>}
      </div>
    </footer>
  );
}
