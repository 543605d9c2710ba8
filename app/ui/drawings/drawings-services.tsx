import type { ReactNode } from 'react';
import { ground, leaf, paper, terra, terraTint, tint } from './drawing-strokes.tsx';

/** The drawings of the house, its services, and the people who do them. */
export const serviceDrawings = {
  house: (
    <>
      {ground}
      <path d="M121 46V20h10v34" {...paper} />
      <path d="M42 104V57l48-39 48 39v47z" {...paper} />
      <path d="M33 64l57-46 57 46" />
      <path d="M77 104V78h26v26" {...terraTint} />
      <path d="M90 84c4 4 5.500 6 5.500 9a5.500 5.500 0 0 1-11 0c0-3 1.500-5 5.500-9z" {...terra} />
      <path d="M52 68h15v15H52zM113 68h15v15h-15z" {...tint} />
      <path d="M59.500 68v15M52 75.500h15M120.500 68v15M113 75.500h15" />
      <path d="M159 104V80M159 86c-10 0-12-17 0-25 12 8 10 25 0 25z" {...leaf} />
      <path d="M14 104c0-8 15-8 15 0" {...leaf} />
    </>
  ),
  'home-maintenance': (
    <>
      {ground}
      <rect x="52" y="26" width="60" height="78" rx="8" {...paper} />
      <path d="M52 42h60" />
      <circle cx="82" cy="72" r="20" {...tint} />
      <circle cx="82" cy="72" r="13" {...paper} />
      <path d="M71 74c4-4 7 3 11 0s7-2 11-1" />
      <path d="M60 34h12M98 34h.1M105 34h.1" />
      <path d="M134 58a9 9 0 0 1-6-15l6 5 5-5-4-7a9 9 0 0 1 7 16l-2 52h-8z" {...terraTint} />
    </>
  ),
  cleaning: (
    <>
      {ground}
      <path d="M50 66h46l-6 38H56z" {...tint} />
      <path d="M50 66c0-24 46-24 46 0" />
      <path d="M59 66c0-7 6-9 10-6 3-6 12-5 13 1 5-1 7 2 7 5z" {...paper} />
      <path d="M126 22l-8 48" {...terra} />
      <path d="M108 70h22l4 34h-32z" {...terraTint} />
      <path d="M113 92v12M121 88v16M128 94v10" {...terra} />
      <circle cx="62" cy="34" r="5" {...paper} />
      <circle cx="76" cy="24" r="3.500" {...paper} />
      <circle cx="82" cy="40" r="2.500" {...paper} />
    </>
  ),
  outdoor: (
    <>
      {ground}
      <path d="M56 104V66M56 72c-22 0-26-36 0-50 26 14 22 50 0 50z" {...leaf} />
      <path d="M56 56l9-9M56 46l-8-8" />
      <path d="M88 92h34l8-12h-10l-6-8H94z" {...terraTint} />
      <path d="M118 78l28-36h10" {...terra} />
      <circle cx="96" cy="96" r="8" {...paper} />
      <circle cx="124" cy="96" r="8" {...paper} />
      <path d="M146 104c1-6 1-9-2-12M152 104c0-6 2-10 5-13M20 104c0-5-1-8-3-10M26 104c0-6 2-9 5-11" />
    </>
  ),
  personal: (
    <>
      {ground}
      <path d="M58 52h64l-6 52H64z" {...paper} />
      <path d="M78 60V44a12 12 0 0 1 24 0v16" />
      <path d="M72 52c-6-14 0-24 4-28 4 6 6 14 4 28" {...leaf} />
      <path d="M104 52l8-28 9 3-7 25" {...terraTint} />
      <path d="M90 78c4 4 5.500 6 5.500 9a5.500 5.500 0 0 1-11 0c0-3 1.500-5 5.500-9z" {...terra} />
      <path d="M136 104c-8 0-10-10-2-12 0-8 12-8 12 0 8 2 6 12-2 12z" {...tint} />
    </>
  ),
  'general-help': (
    <>
      {ground}
      <path d="M52 104l22-78M104 104L82 26M62 86h34M66 70h26M70 54h18" />
      <path d="M72 26h12" />
      <path d="M130 14v14" />
      <path d="M116 42a14 14 0 0 1 28 0c0 7-5 8-6 15h-16c-1-7-6-8-6-15z" {...terraTint} />
      <path d="M124 63h12" {...terra} />
      <path d="M118 84h26v20h-26z" {...paper} />
      <path d="M118 91h26M128 91v5h6v-5" {...tint} />
    </>
  ),
  concierge: (
    <>
      {ground}
      <circle cx="90" cy="42" r="17" {...paper} />
      <path d="M52 104c2-24 16-36 38-36s36 12 38 36z" {...tint} />
      <path d="M80 68l10 13 10-13" {...paper} />
      <path d="M90 81v23" />
      <path d="M73 44V38a17 17 0 0 1 34 0v6" />
      <path d="M70 40h6v11h-6zM104 40h6v11h-6z" {...terraTint} />
      <path d="M107 51c0 6-5 9-11 9" {...terra} />
      <path d="M86 50c2 2 6 2 8 0" />
    </>
  ),
} satisfies Record<string, ReactNode>;
