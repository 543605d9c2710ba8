import { oneText } from '../../lib/one-text.ts';

const radius = 50;
const around = 2 * Math.PI * radius;

/**
 * Hours as a ring, in figures and in shape: the used part of the plan's hours, and the part held for booked work.
 */
export function HoursRing({ used, monthly, held }: { used: number; monthly: number; held: number }) {
  const part = (hours: number) => (monthly > 0 ? Math.min(1, Math.max(0, hours / monthly)) : 0);
  const usedPart = part(used);
  const heldPart = Math.min(part(held), 1 - usedPart);
  const holds = held > 0 ? `, ${held} held by bookings` : '';
  return (
    <svg
      viewBox="0 0 120 120"
      className="ring"
      role="progressbar"
      aria-label="Hours used this month"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(usedPart * 100)}
      aria-valuetext={`${used} of ${monthly} hours used${holds}`}
    >
      <circle cx="60" cy="60" r={radius} fill="none" stroke="var(--line)" strokeWidth="11" />
      <Arc from={usedPart} part={heldPart} color="var(--gold)" />
      <Arc from={0} part={usedPart} color="var(--pine)" />
      <text x="60" y="63" textAnchor="middle" fill="currentColor" className="ring-figure">
        {used}
      </text>
      <text
        x="60"
        y="80"
        textAnchor="middle"
        fill="currentColor"
        className="ring-words"
      >{oneText`of ${monthly} h used`}</text>
    </svg>
  );
}

function Arc({ from, part, color }: { from: number; part: number; color: string }) {
  if (part <= 0) return null;
  return (
    <circle
      cx="60"
      cy="60"
      r={radius}
      fill="none"
      stroke={color}
      strokeWidth="11"
      strokeLinecap="round"
      strokeDasharray={`${part * around} ${around}`}
      transform={`rotate(${from * 360 - 90} 60 60)`}
    />
  );
}
