import type { ReactNode } from 'react';
import type { Booking } from '../../../api/contract/schemas/bookings.ts';
import type { User } from '../../../api/contract/schemas/people.ts';
import { oneText } from '../../lib/one-text.ts';
import { PlanBadge } from '../../shared/plan-badge.tsx';
import { usagePercent } from './usage.ts';

/** The four cards at the top (spec §2). */
export function Stats({ user, bookings }: { user: User; bookings: Booking[] | undefined }) {
  const count = (status: Booking['status']) => bookings?.filter((b) => b.status === status).length ?? '–';
  return (
    <dl className="stats">
      <Stat label="Current Plan">
        <dd>
          {user.subscriptionTier === 'none' ? (
            <span className="badge">No Subscription</span>
          ) : (
            <PlanBadge tier={user.subscriptionTier} name={user.plan?.name} />
          )}
        </dd>
        <dd className="muted">{oneText`${user.monthlyHours} hours a month`}</dd>
      </Stat>
      <Stat label="Hours Used">
        <dd className="figure">{user.usedHours}</dd>
        <dd>
          <UsageBar user={user} />
        </dd>
      </Stat>
      <Stat label="Completed">
        <dd className="figure">{count('completed')}</dd>
      </Stat>
      <Stat label="Pending">
        <dd className="figure">{count('pending')}</dd>
      </Stat>
    </dl>
  );
}

function Stat({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="card stat">
      <dt>{label}</dt>
      {children}
    </div>
  );
}

/** The used part of the month's hours; a bar for more than all of them is full. */
export function UsageBar({ user }: { user: User }) {
  const percent = Math.min(100, usagePercent(user));
  return (
    <div
      className="progress"
      role="progressbar"
      aria-label="Hours used"
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={`${user.usedHours} of ${user.monthlyHours} hours`}
    >
      <span style={{ width: `${percent}%` }} />
    </div>
  );
}
