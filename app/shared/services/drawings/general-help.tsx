import type { ReactNode } from 'react';
import { paper, terra, terraTint, tint } from '../../../ui/drawings/drawing-strokes.tsx';

export const generalHelp = {
  'light-bulb-changes': (
    <>
      <path d="M28 50c0-7-10-9-10-21a18 18 0 0 1 36 0c0 12-10 14-10 21z" {...paper} />
      <path d="M36 50V37M29 30l7 7 7-7" {...terra} />
      <path d="M28 50h16v10a6 6 0 0 1-6 6h-4a6 6 0 0 1-6-6z" {...tint} />
      <path d="M28 57h16" />
      <path d="M6 29h5M66 29h-5M12 9l4 3.500M60 9l-4 3.500" />
    </>
  ),
  'tech-and-internet-help': (
    <>
      <path d="M12 46V20M60 46V20" />
      <rect x="6" y="44" width="60" height="22" rx="6" {...paper} />
      <path d="M15 55h.1M22 55h.1" />
      <rect x="38" y="51" width="20" height="8" rx="4" {...tint} />
      <path
        d="M36 37h.1M29 30.500a10 10 0 0 1 14 0M23.500 24.500a18 18 0 0 1 25 0M18 18.500a26 26 0 0 1 36 0"
        {...terra}
      />
    </>
  ),
  'furniture-moving': (
    <>
      <rect x="12" y="9" width="48" height="32" rx="7" {...paper} />
      <path d="M36 9v28" />
      <path d="M6 31a5 5 0 0 1 10 0v6h40v-6a5 5 0 0 1 10 0v14a4 4 0 0 1-4 4H10a4 4 0 0 1-4-4z" {...tint} />
      <path d="M14 49v4M58 49v4" />
      <rect x="8" y="53" width="56" height="6" rx="3" {...terraTint} />
      <circle cx="19" cy="63" r="4" {...paper} />
      <circle cx="53" cy="63" r="4" {...paper} />
    </>
  ),
  'wall-painting': (
    <>
      <path
        d="M10 20h32v28a4 4 0 0 1-8 0v-4a2 2 0 0 0-4 0v16a4 4 0 0 1-8 0V46a2 2 0 0 0-4 0v6a4 4 0 0 1-8 0z"
        {...terraTint}
      />
      <rect x="6" y="8" width="48" height="16" rx="5" {...paper} />
      <path d="M54 16h9a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3h-5a4 4 0 0 0-4 4v6" />
      <rect x="50" y="42" width="8" height="24" rx="4" {...tint} />
    </>
  ),
  'pest-control': (
    <>
      <path d="M36 6l26 8v20c0 16-11 27-26 32C21 61 10 50 10 34V14z" {...paper} />
      <g {...terraTint}>
        <path d="M27 34l-6-5M27 41h-8M28 47l-6 5M45 34l6-5M45 41h8M44 47l6 5M32 23l-3-5M40 23l3-5" />
        <path d="M30 30a6 6 0 0 1 12 0z" />
        <path d="M27 30h18v9c0 9-4 14-9 14s-9-5-9-14zM36 30v23" />
      </g>
    </>
  ),
} satisfies Record<string, ReactNode>;
