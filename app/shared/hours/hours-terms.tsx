import './hours-terms.css';
import type { Hours } from './hours.ts';
import { hoursTerms } from './terms.ts';

/** The person's hours by the one set of words for them; a tap on one explains it. */
export default function HoursTerms({ user }: { user: Hours }) {
  return (
    <ul className="hours-terms">
      {hoursTerms(user).map(({ name, value, meaning, legend }) => (
        <li key={name}>
          <details name="hours-terms">
            <summary>
              <span>
                {legend && <span className={`legend ${legend}`} />}
                <span>{name}</span>
              </span>
              <b>{value}</b>
            </summary>
            <p className="muted">{meaning}</p>
          </details>
        </li>
      ))}
    </ul>
  );
}
