import { Fragment } from 'react';
import { withName } from '../../../api/contract/rules/look/texts.ts';
import { hrefs } from '../../lib/hrefs.ts';
import { useSectionInView } from './anchors.ts';
import { About, Contact, Support } from './company.tsx';
import { Footer, type FrameData, Header, Skip } from './frame.tsx';
import { HeroPicture } from './hero-picture.tsx';
import { HowItWorks } from './how-it-works.tsx';
import type { LandingData } from './landing-data.ts';
import { Packages } from './packages.tsx';
import { Sign } from './pictures.tsx';
import { Services } from './services.tsx';

/** The landing page for visitors (spec §2), rendered by the server from what is published; plain React, no Ionic. */
export function Landing(data: LandingData) {
  return (
    <>
      <Skip />
      <LivingHeader {...data} />
      <main id="main" tabIndex={-1}>
        <Hero {...data} />
        <Services {...data} />
        {data.plans.length > 0 && <Packages {...data} />}
        <HowItWorks {...data} />
        <CallToAction {...data} />
        <About {...data} />
        <Contact {...data} />
        <Support {...data} />
      </main>
      <Footer {...data} />
    </>
  );
}

const LivingHeader = (data: FrameData) => <Header {...data} current={useSectionInView()} />;

function Hero({ texts, business }: LandingData) {
  return (
    <section className="hero within" aria-labelledby="headline">
      <div className="hero-words">
        <h1 id="headline">
          {withName(texts.headline, business.name)
            .split('\n')
            .map((line, at) => (
              <Fragment key={line}>
                {at > 0 && <br />}
                <span>{at > 0 ? ` ${line}` : line}</span>
              </Fragment>
            ))}
        </h1>
        <p className="lead">{withName(texts.lead, business.name)}</p>
        <div className="doors">
          <a className="button accent" href={hrefs.signIn}>
            {texts.getStarted}
          </a>
          <a className="button plain" href="#how-it-works">
            {texts.seeHow}
          </a>
        </div>
        {texts.trust && (
          <p className="trust">
            <Sign name="shield" />
            <span>{texts.trust}</span>
          </p>
        )}
      </div>
      <HeroPicture />
      {texts.claims.length > 0 && (
        <ul className="claims" aria-label="In figures">
          {texts.claims.map(({ figure, words }) => (
            <li key={words}>
              <strong>{figure}</strong>
              <span>{words}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function CallToAction({ business, texts }: LandingData) {
  return (
    <section className="within" aria-labelledby="begin-title">
      <div className="begin">
        <h2 id="begin-title">{texts.beginTitle}</h2>
        <p className="lead">{texts.beginLead}</p>
        <div className="doors">
          <a className="button accent" href={hrefs.signIn}>
            {texts.getStarted}
          </a>
          <a className="button plain" href={`tel:${business.tel}`}>
            <Sign name="phone" />
            <span>{texts.talkFirst}</span>
          </a>
        </div>
      </div>
    </section>
  );
}
