import { type Hours, partsOf } from './hours.ts';

const radius = 50;
const around = 2 * Math.PI * radius;

/** All hours of this month and those rolled over into it as a ring: the used part, the held part, and the free rest. */
export function HoursRing({ user }: { user: Hours }) {
  const { used, held, free, words } = partsOf(user);
  return (
    <svg viewBox="0 0 120 120" className="ring" role="img" aria-label={words}>
      <circle cx="60" cy="60" r={radius} fill="none" stroke="var(--line)" strokeWidth="13" />
      <Arc from={used} part={held} color="var(--gold)" />
      <Arc from={0} part={used} color="var(--pine)" />
      <text x="60" y="70" textAnchor="middle" fill="currentColor" className="ring-figure">
        {free}
      </text>
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
      strokeWidth="13"
      strokeDasharray={`${part * around} ${around}`}
      transform={`rotate(${from * 360 - 90} 60 60)`}
    />
  );
}
