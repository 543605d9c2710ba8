import type { ReactNode } from 'react';
import { leaf, paper, terraTint, tint } from '../../../ui/drawings/drawing-strokes.tsx';

export const outdoor = {
  'lawn-mowing': (
    <>
      <path d="M52 44l8-31a4 4 0 0 1 4-3h2" />
      <path d="M31 30v-5h10v5" {...paper} />
      <rect x="26" y="30" width="20" height="13" rx="3" {...tint} />
      <path d="M15 55c0-9 4-13 11-13h20c7 0 11 4 11 13z" {...terraTint} />
      <circle cx="25" cy="58" r="7" {...paper} />
      <circle cx="48" cy="56" r="9" {...paper} />
      <path d="M25 58h.1M48 56h.1" />
      <path d="M10 65c0-7-1-11-4-15M10 65c0-9 1-14 3-18" />
    </>
  ),
  'snow-shoveling': (
    <>
      <g transform="translate(36 38) rotate(38)">
        <rect x="-8" y="-38" width="16" height="8" rx="4" {...paper} />
        <path d="M0-30V2" />
        <path d="M-13 7a5 5 0 0 1 5-5H8a5 5 0 0 1 5 5v18c-8 4-18 4-26 0zM-5 9v9M5 9v9" {...terraTint} />
      </g>
      <path d="M28 66c-1-7 5-11 10-8 3-8 13-8 16-1 6-3 13 2 12 9z" {...paper} />
      <path d="M18 8v20M9.500 13l17 10M26.500 13l-17 10" />
    </>
  ),
  'light-landscaping': (
    <>
      <path d="M47 41c0-4 3-6 8-6s8 2 8 6c0 6-3 12-8 17-5-5-8-11-8-17z" {...paper} />
      <path d="M55 46V30" />
      <rect x="51" y="10" width="8" height="20" rx="4" {...terraTint} />
      <path d="M27 54V28" />
      <path d="M27 38C15 38 8 30 8 19c12 0 19 8 19 19z" {...leaf} />
      <path d="M27 30c0-13 6-21 17-24 2 14-5 24-17 24z" {...leaf} />
      <path d="M6 66c2-10 12-15 21-15 8 0 12 3 18 2 8-1 18 3 21 13z" {...tint} />
    </>
  ),
  'leaf-raking': (
    <>
      <g transform="translate(36 34) rotate(35)">
        <path d="M0-32v66M0 6l-18 23M0 6l-9 27M0 6l9 27M0 6l18 23M-11 20c7 5 15 5 22 0" />
        <rect x="-3" y="-1" width="6" height="9" rx="2" {...paper} />
      </g>
      <path d="M9 28c-2-10 4-17 18-19 2 13-6 21-18 19zM7 32c4-6 8-10 12-14" {...terraTint} />
      <path d="M46 62c0-10 6-16 20-15 0 12-8 18-20 15zM42 66c5-4 10-8 14-10" {...leaf} />
    </>
  ),
  'deck-staining': (
    <>
      <path d="M16 30h40l10 28v8H6v-8z" {...paper} />
      <path d="M40 30l2 28M48 30l6 28M18 62h.1M54 62h.1" />
      <path d="M6 58h60v8H6z" {...tint} />
      <path d="M16 30h16l-2 28H6zM24 30l-6 28" {...terraTint} />
      <g transform="translate(38 36) rotate(30)">
        <path d="M-9-7c0-6 6-5 6-9v-13a3 3 0 0 1 6 0v13c0 4 6 3 6 9z" {...paper} />
        <path d="M-9-7H9V9c-3 2-6 0-9 1s-6 0-9-1z" {...tint} />
        <path d="M-9 0H9" />
      </g>
    </>
  ),
  'holiday-decorating': (
    <>
      <path d="M31 58h10v8H31z" {...paper} />
      <path d="M36 12l14 17h-6l11 13h-6l11 17H12l11-17h-6l11-13h-6z" {...leaf} />
      <path d="M28 31c5 5 11 5 16-2M22 45c9 6 20 5 27-3" />
      <circle cx="30" cy="40" r="2.500" {...paper} />
      <circle cx="42" cy="37" r="2.500" {...paper} />
      <circle cx="24" cy="54" r="2.500" {...paper} />
      <circle cx="45" cy="52" r="2.500" {...paper} />
      <path
        d="M36 5l2 4.500 5 .5-3.700 3.200 1.200 4.800-4.500-2.500-4.500 2.500 1.200-4.800L29 10l5-.5z"
        {...terraTint}
      />
    </>
  ),
} satisfies Record<string, ReactNode>;
