import type { ReactNode } from 'react';
import { ground, leaf, paper, terra, terraTint, tint } from './drawing-strokes.tsx';

/** The drawings of empty, broken and unreachable screens. */
export const stateDrawings = {
  /** No bookings. */
  calendar: (
    <>
      {ground}
      <rect x="46" y="26" width="88" height="78" rx="12" {...paper} />
      <path d="M46 50V38a12 12 0 0 1 12-12h64a12 12 0 0 1 12 12v12z" {...tint} />
      <path d="M68 16v18M112 16v18" />
      <path d="M62 66h8M86 66h8M110 66h8M62 86h8M110 86h8" />
      <path d="M90 75c4 4 6 6.500 6 10a6 6 0 0 1-12 0c0-3.500 2-6 6-10z" {...terraTint} />
    </>
  ),
  /** No waiting bookings. */
  clock: (
    <>
      {ground}
      <path d="M66 104l8-12M114 104l-8-12" />
      <circle cx="90" cy="62" r="36" {...paper} />
      <circle cx="90" cy="62" r="28" {...tint} stroke="none" />
      <path d="M90 34v4M90 86v4M62 62h4M114 62h4" />
      <path d="M90 44v18l13 9" {...terra} />
    </>
  ),
  /** No visit under way. */
  van: (
    <>
      {ground}
      <path d="M34 94V46a8 8 0 0 1 8-8h58v56z" {...paper} />
      <path d="M100 54h20l18 20v20h-38z" {...tint} />
      <path d="M108 62h10l10 12h-20z" {...paper} />
      <circle cx="62" cy="94" r="10" {...paper} />
      <circle cx="116" cy="94" r="10" {...paper} />
      <path d="M67 54c5 5 7 7.500 7 11a7 7 0 0 1-14 0c0-3.500 2-6 7-11z" {...terraTint} />
    </>
  ),
  /** No finished bookings. */
  done: (
    <>
      {ground}
      <rect x="54" y="26" width="72" height="78" rx="10" {...paper} />
      <path d="M76 26a14 10 0 0 1 28 0v6H76z" {...tint} />
      <path d="M68 52l5 5 8-9M68 72l5 5 8-9" {...terra} />
      <path d="M92 54h20M92 74h20M68 92h44" />
    </>
  ),
  /** No cancelled bookings. */
  cancelled: (
    <>
      {ground}
      <rect x="46" y="26" width="88" height="78" rx="12" {...paper} />
      <path d="M46 50V38a12 12 0 0 1 12-12h64a12 12 0 0 1 12 12v12z" {...tint} />
      <path d="M68 16v18M112 16v18" />
      <path d="M79 66l22 22M101 66L79 88" {...terra} />
    </>
  ),
  /** No messages. */
  letter: (
    <>
      {ground}
      <path
        d="M44 34h92a10 10 0 0 1 10 10v38a10 10 0 0 1-10 10H82l-22 12V92H44a10 10 0 0 1-10-10V44a10 10 0 0 1 10-10z"
        {...paper}
      />
      <path d="M54 54h52M54 72h34" />
      <path d="M124 56c5 5 7 7.500 7 11a7 7 0 0 1-14 0c0-3.500 2-6 7-11z" {...terraTint} />
    </>
  ),
  /** No search results. */
  search: (
    <>
      {ground}
      <circle cx="82" cy="56" r="34" {...paper} />
      <circle cx="82" cy="56" r="27" {...tint} stroke="none" />
      <path d="M107 80l20 22" />
      <path d="M111 84l-4 4 18 19 5-5-19-18" {...paper} />
      <path d="M68 70V54l14-11 14 11v16z" {...terraTint} />
    </>
  ),
  /** No invoices. */
  receipt: (
    <>
      {ground}
      <path d="M58 104V26l9 6 8-6 8 6 8-6 8 6 8-6 8 6 7-6v78z" {...paper} />
      <path d="M72 50h36M72 66h36" />
      <path d="M72 84h16" {...terra} />
      <path d="M98 78h14v12H98z" {...terraTint} />
    </>
  ),
  /** No cards. */
  cards: (
    <>
      {ground}
      <rect x="54" y="24" width="84" height="54" rx="8" {...tint} />
      <rect x="40" y="42" width="86" height="56" rx="8" {...paper} />
      <path d="M40 58h86" />
      <path d="M52 84h20" />
      <path d="M104 76h12v10h-12z" {...terraTint} />
    </>
  ),
  /** No network. */
  cloud: (
    <>
      {ground}
      <path d="M58 84a20 20 0 0 1-2-40 30 30 0 0 1 57-6 23 23 0 0 1 8 46z" {...paper} />
      <path d="M58 76a12 12 0 0 1-3-24" />
      <path d="M70 98l38-66" {...terra} />
    </>
  ),
  /** No access, or no such page. */
  door: (
    <>
      {ground}
      <path d="M60 104V24h60v80z" {...paper} />
      <path d="M60 24l40 9v78l-40-7z" {...tint} />
      <circle cx="92" cy="70" r="3" {...terra} />
      <path d="M134 104V90M134 94c-7 0-8-12 0-17 8 5 7 17 0 17z" {...leaf} />
      <path d="M128 104h12" />
    </>
  ),
  /** An error of our own. */
  broken: (
    <>
      {ground}
      <path d="M52 104l4-60h68l4 60" {...paper} />
      <path d="M46 44h88V32H46z" {...tint} />
      <path d="M70 104V72a20 20 0 0 1 40 0v32" {...tint} />
      <path d="M76 104h28" />
      <path d="M88 96c-3-4 3-7 0-12M96 98c-3-3 2-6 0-9" {...terra} />
      <path d="M78 22c3-4-3-6 0-10M90 22c3-4-3-6 0-10M102 22c3-4-3-6 0-10" />
    </>
  ),
} satisfies Record<string, ReactNode>;
