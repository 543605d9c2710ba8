import type { ReactNode } from 'react';

const stroke = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
const terra = { stroke: 'var(--terra)' };
const tint = { fill: 'var(--tint)' };

/** All drawn here: one line weight, the same few colours. */
const drawings = {
  house: (
    <>
      <rect x="0" y="104" width="180" height="16" rx="8" {...tint} stroke="none" />
      <path d="M40 104V56l50-38 50 38v48z" fill="var(--card)" />
      <path d="M32 62l58-44 58 44" />
      <path d="M76 104V76h28v28" fill="color-mix(in srgb, var(--terra) 14%, transparent)" {...terra} />
      <path d="M90 84c4 4 6 6 6 9a6 6 0 0 1-12 0c0-3 2-5 6-9z" {...terra} />
      <path d="M52 68h14v16H52zM114 68h14v16h-14z" {...tint} />
      <path d="M158 104V84M158 84c-10 0-12-17 0-24 12 7 10 24 0 24z" {...tint} />
    </>
  ),
  calendar: (
    <>
      <rect x="0" y="104" width="180" height="16" rx="8" {...tint} stroke="none" />
      <rect x="46" y="26" width="88" height="78" rx="12" fill="var(--card)" />
      <path d="M46 50h88M68 16v18M112 16v18" />
      <path d="M64 66h10M85 66h10M106 66h10M64 84h10" />
      <circle cx="90" cy="84" r="8" {...terra} />
    </>
  ),
  letter: (
    <>
      <rect x="0" y="104" width="180" height="16" rx="8" {...tint} stroke="none" />
      <path
        d="M42 38h96a10 10 0 0 1 10 10v36a10 10 0 0 1-10 10H78l-20 14V94H42a10 10 0 0 1-10-10V48a10 10 0 0 1 10-10z"
        fill="var(--card)"
      />
      <path d="M54 58h72M54 74h44" />
      <path d="M128 20c5 5 7 7 7 11a7 7 0 0 1-14 0c0-4 2-6 7-11z" {...terra} />
    </>
  ),
  search: (
    <>
      <rect x="0" y="104" width="180" height="16" rx="8" {...tint} stroke="none" />
      <circle cx="84" cy="56" r="32" fill="var(--card)" />
      <path d="M107 79l24 25" strokeWidth="4" />
      <path d="M72 66V54l12-9 12 9v12z" {...terra} />
    </>
  ),
  receipt: (
    <>
      <rect x="0" y="104" width="180" height="16" rx="8" {...tint} stroke="none" />
      <path d="M58 104V24l11 8 11-8 11 8 11-8 11 8 9-8v80z" fill="var(--card)" />
      <path d="M74 50h32M74 66h32" />
      <path d="M74 84h14" {...terra} />
    </>
  ),
  card: (
    <>
      <rect x="0" y="104" width="180" height="16" rx="8" {...tint} stroke="none" />
      <rect x="42" y="34" width="96" height="62" rx="10" fill="var(--card)" />
      <path d="M42 54h96" strokeWidth="6" />
      <path d="M56 80h22" />
      <path d="M116 70c4 4 6 6 6 9a6 6 0 0 1-12 0c0-3 2-5 6-9z" {...terra} />
    </>
  ),
  cloud: (
    <>
      <rect x="0" y="104" width="180" height="16" rx="8" {...tint} stroke="none" />
      <path d="M58 82a20 20 0 0 1-2-40 30 30 0 0 1 57-6 23 23 0 0 1 8 46z" fill="var(--card)" />
      <path d="M74 96l32-46" {...terra} />
    </>
  ),
  door: (
    <>
      <rect x="0" y="104" width="180" height="16" rx="8" {...tint} stroke="none" />
      <path d="M62 104V24h56v80z" fill="var(--card)" />
      <path d="M62 24l36 10v80L62 104z" {...tint} />
      <circle cx="90" cy="70" r="3" {...terra} />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type DrawingName = keyof typeof drawings;

export function Drawing({ name, className }: { name: DrawingName; className?: string }) {
  return (
    <svg viewBox="0 0 180 122" aria-hidden="true" {...(className && { className })} {...stroke}>
      {drawings[name]}
    </svg>
  );
}

/** The mark: a hearth within a door. */
export function Mark({ size = 30 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" {...stroke} stroke="var(--pine)">
      <path d="M5 28V13L16 4l11 9v15z" />
      <path d="M16 14c3 3 4.5 5 4.5 7.5a4.5 4.5 0 0 1-9 0C11.500 19 13 17 16 14z" {...terra} />
    </svg>
  );
}
