import { hrefs } from '../../lib/hrefs.ts';
import { type SectionId, useSectionInView } from './anchors.ts';
import type { Business } from './business.ts';
import { About, Contact, Support } from './company.tsx';
import { HeroPicture } from './hero-picture.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Packages } from './packages.tsx';
import { LandingMark, Sign } from './pictures.tsx';
import { Services } from './services.tsx';

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

const claims = [
  { figure: '5,000+', words: 'homeowners' },
  { figure: '4.9', words: 'average rating' },
  { figure: '50,000+', words: 'tasks completed' },
  { figure: '24/7', words: 'emergency support' },
];

/** The landing page for visitors (spec §2). Rendered at build time; plain React, no Ionic. */
export function Landing({ business }: { business: Business }) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <Header name={business.name} />
      <main id="main" tabIndex={-1}>
        <Hero />
        <Services />
        <Packages prices={business.prices} />
        <HowItWorks />
        <CallToAction business={business} />
        <About name={business.name} />
        <Contact business={business} />
        <Support />
      </main>
      <Footer name={business.name} />
    </>
  );
}

function Header({ name }: { name: string }) {
  const current = useSectionInView();
  return (
    <header className="head">
      <div className="within head-row">
        <a className="brand" href="#main">
          <LandingMark />
          <span>{name}</span>
        </a>
        <nav aria-label="On this page" className="head-links">
          {links.map(({ to, words }) => (
            <a key={to} href={`#${to}`} aria-current={current === to || undefined}>
              {words}
            </a>
          ))}
        </nav>
        <div className="head-doors">
          <a className="button plain" href={hrefs.signIn}>
            Member Login
          </a>
          <a className="button primary head-start" href={hrefs.signIn}>
            Get Started
          </a>
        </div>
      </div>
    </header>
  );
}

function Hero() {
  return (
    <section className="hero within" aria-labelledby="headline">
      <div className="hero-words">
        <h1 id="headline">
          Your home,
          <br /> looked after.
        </h1>
        <p className="lead">
          Cleaning, repairs, the garden, the errands. One concierge, one number, one monthly plan.
        </p>
        <div className="doors">
          <a className="button accent" href={hrefs.signIn}>
            Get Started
          </a>
          <a className="button plain" href="#how-it-works">
            See how it works
          </a>
        </div>
        <p className="trust">
          <Sign name="shield" />
          <span>Fully insured and bonded, with a 30-day money-back promise</span>
        </p>
      </div>
      <HeroPicture />
      <ul className="claims" aria-label="In figures">
        {claims.map(({ figure, words }) => (
          <li key={words}>
            <strong>{figure}</strong>
            <span>{words}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CallToAction({ business }: { business: Business }) {
  return (
    <section className="within" aria-labelledby="begin-title">
      <div className="begin">
        <h2 id="begin-title">Come home to a house that’s done.</h2>
        <p className="lead">Start today. If it isn’t for you, you have your money back within 30 days.</p>
        <div className="doors">
          <a className="button accent" href={hrefs.signIn}>
            Get Started
          </a>
          <a className="button plain" href={`tel:${business.tel}`}>
            <Sign name="phone" />
            <span>Talk to us first</span>
          </a>
        </div>
      </div>
    </section>
  );
}

function Footer({ name }: { name: string }) {
  return (
    <footer className="foot">
      <div className="within">
        <div className="foot-row">
          <div className="brand">
            <LandingMark />
            <span>{name}</span>
          </div>
          <nav aria-label="At the end of this page" className="foot-links">
            {footLinks.map(({ to, words }) => (
              <a key={to} href={`#${to}`}>
                {words}
              </a>
            ))}
          </nav>
        </div>
        <p className="small">
          Home maintenance, cleaning, the garden, personal errands and general help, by people you know by
          name. Fully insured and bonded. Prices by the month.
        </p>
      </div>
    </footer>
  );
}
