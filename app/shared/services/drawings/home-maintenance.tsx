import type { ReactNode } from 'react';
import { paper, terra, terraTint, tint } from '../../../ui/drawings/drawing-strokes.tsx';

export const homeMaintenance = {
  'washer-and-dryer-repair': (
    <>
      <rect x="6" y="6" width="46" height="60" rx="7" {...paper} />
      <path d="M6 19h46M13 12.500h9M38 12.500h.1M45 12.500h.1" />
      <circle cx="29" cy="42" r="15" {...tint} />
      <circle cx="29" cy="42" r="9" {...paper} />
      <path d="M20.500 43c3-3 5.500 2.500 8.500 0s5.500-3 8.500 0" />
      <path
        d="M-3-8.500a9 9 0 0 0-.5 16.800V24a3.500 3.500 0 0 0 7 0V8.300A9 9 0 0 0 3-8.500V-2h-6z"
        transform="translate(57 39) rotate(15)"
        {...terraTint}
      />
    </>
  ),
  'dishwasher-service': (
    <>
      <rect x="12" y="6" width="48" height="50" rx="6" {...paper} />
      <path d="M12 17h48v35H12z" {...tint} />
      <path d="M19 11.500h10M48 11.500h.1M54 11.500h.1" />
      <circle cx="28" cy="34" r="11" {...paper} />
      <circle cx="28" cy="34" r="5" />
      <path d="M43 25h12l-2 20h-8z" {...terraTint} />
      <path d="M16 45h40" />
      <path d="M12 52h48l6 14H6z" {...paper} />
      <path d="M27 59h18" />
    </>
  ),
  'hot-water-heater': (
    <>
      <path d="M25 14V6M41 14V6M52 24h7a5 5 0 0 1 5 5v37M23 60v6M43 60v6" />
      <path d="M14 22c0-14 38-14 38 0v34a6 6 0 0 1-6 6H20a6 6 0 0 1-6-6z" {...paper} />
      <path d="M14 22c0-14 38-14 38 0z" {...tint} />
      <path d="M34 29c7 5 9 10 9 15a10 10 0 0 1-20 0c0-4 2-7 4-9 1 2 2 3 3 3 2-2 4-5 4-9z" {...terraTint} />
      <path d="M26 56h14" />
    </>
  ),
  'tv-and-electronics': (
    <>
      <path d="M22 51l-4 11M14 62h8" />
      <rect x="6" y="10" width="60" height="41" rx="6" {...paper} />
      <rect x="12" y="16" width="48" height="29" rx="2" {...tint} />
      <path d="M31 24.500v12l10-6z" {...paper} />
      <rect x="49" y="33" width="13" height="33" rx="5" {...terraTint} />
      <path d="M55.500 38a2.500 2.500 0 1 0 0 5 2.500 2.500 0 1 0 0-5zM55.500 50v7M53 53.500h5" {...terra} />
    </>
  ),
  'drain-unclogging': (
    <>
      <rect x="33" y="6" width="6" height="28" rx="3" {...paper} />
      <path d="M31 30h10c1 10 13 10 13 22v8H18v-8c0-12 12-12 13-22z" {...terraTint} />
      <path
        d="M6 52c4-3 8-3 12 0s8 3 12 0 8-3 12 0 8 3 12 0 8-3 12 0v4a10 10 0 0 1-10 10H16A10 10 0 0 1 6 56z"
        {...tint}
      />
      <circle cx="14" cy="37" r="4" {...paper} />
      <circle cx="57" cy="34" r="3" {...paper} />
      <circle cx="52" cy="22" r="4" {...paper} />
    </>
  ),
  'air-filter-changes': (
    <>
      <path
        d="M21 30v32a4 4 0 0 0 4 4h22a4 4 0 0 0 4-4V30M31 34v32M41 34v32M21 46h30M21 56h30"
        {...terraTint}
      />
      <rect x="6" y="6" width="60" height="30" rx="8" {...paper} />
      <path d="M6 26h60v2a8 8 0 0 1-8 8H14a8 8 0 0 1-8-8z" {...tint} />
      <path d="M14 15h12M57 15h.1" />
      <path d="M12 43c-4 5 4 9 0 14M60 43c-4 5 4 9 0 14" />
    </>
  ),
} satisfies Record<string, ReactNode>;
