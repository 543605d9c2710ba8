import './hours.css';
import type { HoursNow } from '../../../api/contract/schemas/hours.ts';
import { oneText } from '../../lib/one-text.ts';
import { useZone } from '../../lib/session.ts';
import { formatDayMonth } from '../../lib/time/dates.ts';
import { planName } from '../plan-facts.ts';
import { inHours } from './hours-line.ts';

/** Each usable grant with its remaining hours, the first to expire first. */
export function GrantBars({ grants, period }: Pick<HoursNow, 'grants' | 'period'>) {
  return (
    <>
      <ul className="hour-bars">
        {grants.map((grant) => (
          <Bar
            key={grant.id}
            grant={grant}
            rolledOver={grant.kind !== 'given' && (!period || grant.periodEnd <= period.start)}
          />
        ))}
      </ul>
      <p className="muted">
        Left: not used yet; held hours are among them. Hours that expire first are used first.
      </p>
    </>
  );
}

function grantTitle({ kind, tier, plan }: HoursNow['grants'][number]): string {
  if (!tier) return 'From the team';
  const name = plan ?? planName(tier);
  return kind === 'upgrade' ? oneText`${name} upgrade` : name;
}

function Bar({ grant, rolledOver }: { grant: HoursNow['grants'][number]; rolledOver: boolean }) {
  const zone = useZone();
  const label = grantTitle(grant);
  const part = Math.min(1, grant.remainingHours / grant.grantedHours);
  return (
    <li>
      <p className="hour-bar-head">
        <span>
          <span>{label}</span>{' '}
          <span className="muted">{oneText`from ${formatDayMonth(grant.periodStart, zone)}`}</span>
        </span>
        <span className="hour-figure">
          {oneText`${grant.remainingHours} of ${inHours(grant.grantedHours)} left`}
        </span>
      </p>
      <div className="progress" aria-hidden="true">
        <span style={{ width: `${part * 100}%` }} />
      </div>
      <p className="muted">
        {oneText`${rolledOver && 'rolled over, '}expires ${formatDayMonth(grant.expiresAt, zone)}`}
      </p>
    </li>
  );
}
