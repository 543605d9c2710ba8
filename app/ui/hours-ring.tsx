/** Hours as a ring: what is used of the plan's, in figures and in shape. */
export function HoursRing({ used, monthly }: { used: number; monthly: number }) {
  const radius = 50;
  const around = 2 * Math.PI * radius;
  const part = monthly > 0 ? Math.min(1, used / monthly) : 0;
  return (
    <svg
      viewBox="0 0 120 120"
      width="112"
      height="112"
      role="img"
      aria-label={`${used} of ${monthly} hours used`}
    >
      <circle cx="60" cy="60" r={radius} fill="none" stroke="var(--line)" strokeWidth="11" />
      {part > 0 && (
        <circle
          cx="60"
          cy="60"
          r={radius}
          fill="none"
          stroke="var(--pine)"
          strokeWidth="11"
          strokeLinecap="round"
          strokeDasharray={`${part * around} ${around}`}
          transform="rotate(-90 60 60)"
        />
      )}
      <text x="60" y="62" textAnchor="middle" fill="currentColor" className="ring-figure">
        {used}
      </text>
      <text x="60" y="80" textAnchor="middle" fill="currentColor" className="ring-words">
        of {monthly} h used
      </text>
    </svg>
  );
}
