import type { Service } from '../../../../api/contract/schemas/catalogue.ts';
import { hrefs } from '../../../lib/hrefs.ts';
import { oneText } from '../../../lib/one-text.ts';
import { pictureOf } from '../../../shared/services/picture.ts';
import { pictureShown } from '../../../shared/services/picture-shown.ts';
import { waysOf } from '../../../shared/services/ways.ts';
import { ratingText } from '../rating-text.ts';
import { drawn, Use } from './visitor-sprite.tsx';

/** A service as its card in the app shows it; each way to book is a link to the sign-in. */
export function VisitorCard({ service, price }: { service: Service; price: string | null }) {
  const { slug, name, description, category, searchWords, rating, estimatedHours } = service;
  const picture = pictureShown(service);
  const ways = waysOf(service);
  return (
    <section className="card service-card" aria-label={name} data-slug={slug} data-words={searchWords}>
      <span className={`service-tile ${category.color}`}>
        {picture ? (
          <img className="service-picture" src={pictureOf(picture)} alt="" loading="lazy" decoding="async" />
        ) : (
          <Use name={drawn(service)} className="service-drawing" />
        )}
      </span>
      <div className="service-body">
        <div className="service-head">
          <p className="visually-hidden">{category.name}</p>
          <h3 dir="auto">{name}</h3>
        </div>
        {description && (
          <p className="muted service-text" dir="auto">
            {description}
          </p>
        )}
        <div className="service-foot">
          <div className="service-facts">
            {price !== null && (
              <span className="service-price">
                <span className="money">{price}</span> <span className="muted">one-time</span>
              </span>
            )}
            {rating && (
              <span className="fact-line">
                <Use name="star" className="icon" />
                <span className="visually-hidden">Rated</span>
                <span>{ratingText(rating)}</span>
              </span>
            )}
            <span className="fact-line">
              <Use name="time" className="icon" />
              <span>{oneText`${estimatedHours}h estimated`}</span>
            </span>
          </div>
          <div className="service-book">
            <Way className="primary small" way="choice" label={oneText`Book ${name}`} words="Book" />
          </div>
        </div>
        <div className="service-buttons">
          {ways.plan && <Way className="primary wide" way="subscription" words="Book with Subscription" />}
          {ways.quote && <Way className="quiet wide" way="custom_quote" words="Ask for a Quote" />}
          {ways.card && price !== null && (
            <Way
              className="quiet wide"
              way="one_time"
              words={oneText`Book Without Subscription - ${price}`}
            />
          )}
        </div>
      </div>
    </section>
  );
}

function Way({
  className,
  way,
  words,
  label,
}: {
  className: string;
  way: string;
  words: string;
  label?: string;
}) {
  return (
    <a
      className={`button ${className}`}
      href={hrefs.signInTo(hrefs.services)}
      data-way={way}
      aria-label={label}
    >
      {words}
    </a>
  );
}
