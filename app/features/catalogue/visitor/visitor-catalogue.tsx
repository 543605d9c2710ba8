import { searchOutline, sparklesOutline, star, timeOutline } from 'ionicons/icons';
import { formatMoney } from '../../../../api/contract/rules/money.ts';
import type { Service } from '../../../../api/contract/schemas/catalogue.ts';
import type { VisitorData } from '../../../../api/contract/schemas/visitors/visitor-pages.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { centsOf } from '../../../lib/money.ts';
import { oneText } from '../../../lib/one-text.ts';
import { CategoryGlyph } from '../../../shared/services/category-glyph.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { everything, filledOf, sectionsOf, tabsOf } from '../filter.ts';
import { countText } from './count-text.ts';
import { reasonSigns } from './reason-signs.ts';
import { VisitorCard } from './visitor-card.tsx';
import { drawn, Sprite } from './visitor-sprite.tsx';

/**
 * The catalogue for somebody who is not signed in (spec §2, Services), as plain markup: without scripts every service
 * can be read, and every way to book leads to the sign-in. `app/catalogue-main.ts` adds search and categories.
 */
export function VisitorCatalogue({ business, categories, services, plans, texts }: VisitorData) {
  const { currency } = business;
  const filled = filledOf(categories, services);
  const soon = texts.replyTime && ` ${texts.replyTime}`;
  const cheapest = plans.toSorted((a, b) => a.priceCents - b.priceCents)[0];
  return (
    <main id="main" tabIndex={-1} className="within visitor-catalogue">
      <Sprite drawings={[...new Set(services.map(drawn))]} icons={{ star, time: timeOutline }} />
      <h1>Services</h1>
      <div className="request-banner">
        <p className="muted">{oneText`Not on the list? Ask, and we reply${soon}.`}</p>
        <RequestLink kind="quiet" />
      </div>
      <section className="card login-notice">
        <div>
          <h2>Please log in</h2>
          <p className="muted">You must be logged in to book services</p>
        </div>
        <a className="button primary small" href={hrefs.signInTo(hrefs.services)}>
          Log In
        </a>
      </section>
      <Finder categories={filled} />
      <nav className="service-chips" aria-label="Service categories">
        <ul className="tabs">
          {tabsOf(filled).map(({ value, label }) => (
            <li key={value}>
              <a
                href={value === everything ? '#main' : `#${sectionId(value)}`}
                data-value={value}
                aria-current={value === everything || undefined}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="service-sections">
        <p className="visually-hidden" role="status" id="found">
          {countText(services.length)}
        </p>
        <div className="service-sections" id="all-services">
          {sectionsOf(services).map(({ id, name, icon, services: offered }) => (
            <Section key={id} {...{ id, name, icon, currency }} services={offered} />
          ))}
        </div>
        <div className="service-sections" id="found-services" hidden />
        <div className="empty" id="nothing" hidden>
          <h2>Don't see what you need?</h2>
          <p className="muted">
            {oneText`Nothing here goes by that name. Ask for it, and the team replies${soon}.`}
          </p>
          <RequestLink kind="primary" sought />
          <button className="button plain small" type="button" id="all">
            Show all services
          </button>
        </div>
      </div>
      {cheapest && (
        <p className="muted">
          <a href={`${hrefs.home}#packages`}>
            {oneText`By plan: plans begin at ${formatMoney(cheapest.priceCents, currency)} for ${cheapest.hours} h`}
          </a>
        </p>
      )}
      <Reasons reasons={texts.reasons} />
    </main>
  );
}

/** The address of a category within the page. */
const sectionId = (id: string): string => `category-${id}`;

function RequestLink({ kind, sought }: { kind: 'quiet' | 'primary'; sought?: boolean }) {
  return (
    <a
      className={`button ${kind} small`}
      href={hrefs.signInTo(hrefs.services)}
      data-way="custom_quote"
      data-sought={sought}
    >
      {kind === 'quiet' && <Icon src={sparklesOutline} />}
      <span>Request Custom Service</span>
    </a>
  );
}

function Reasons({ reasons }: Pick<VisitorData['texts'], 'reasons'>) {
  if (reasons.length === 0) return null;
  return (
    <section aria-labelledby="why-choose" className="card">
      <h2 id="why-choose">Why choose our services</h2>
      <ul className="why-reasons">
        {reasons.map(({ sign, title, text }) => (
          <li key={title}>
            <Icon src={reasonSigns[sign]} />
            <div>
              <h3>{title}</h3>
              <p className="muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shown where scripts run. */
function Finder({ categories }: { categories: readonly { id: string; name: string }[] }) {
  return (
    <search className="finder">
      <div className="search-field">
        <Icon src={searchOutline} />
        <div className="field">
          <input
            id="search"
            type="search"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            aria-label="Search services"
            placeholder="Search"
          />
        </div>
      </div>
      <div className="field">
        <select id="category" aria-label="Category">
          <option value={everything}>All categories</option>
          {categories.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </div>
    </search>
  );
}

function Section({
  id,
  name,
  icon,
  services,
  currency,
}: {
  id: string;
  name: string;
  icon: string;
  services: Service[];
  currency: string;
}) {
  return (
    <section id={sectionId(id)} data-section={id} aria-labelledby={`${sectionId(id)}-name`} tabIndex={-1}>
      <h2 id={`${sectionId(id)}-name`}>
        <CategoryGlyph icon={icon} />
        <span>{name}</span>
      </h2>
      <ul className="service-list">
        {services.map((service) => (
          <li key={service.id}>
            <VisitorCard service={service} price={priceText(service, currency)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function priceText({ price }: Service, currency: string): string | null {
  const cents = centsOf(price);
  return cents === null ? null : formatMoney(cents, currency, { trimZeros: true });
}
