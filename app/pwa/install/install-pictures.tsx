import { paper, stroke, terra, terraTint, tint } from '../../ui/drawings/drawing-strokes.tsx';
import type { InstallWay } from './install.ts';

type Place = Extract<InstallWay, 'iphone' | 'ipad'>;

/** The Share icon: a square with an arrow out of it. */
const share = (x: number, y: number) => (
  <g transform={`translate(${x} ${y})`} {...terra}>
    <path d="M-3-3h-4v11H7V-3H3" />
    <path d="M0 3V-10M-4-6l4-4 4 4" />
  </g>
);

/** The place of Share: in the bar beneath the page on a phone, above it on a tablet. */
const shareButton: Record<Place, React.ReactNode> = {
  iphone: (
    <>
      <path d="M52 4v94a14 14 0 0 0 14 14h48a14 14 0 0 0 14-14V4" {...paper} />
      <path d="M66 20h48M66 32h30" />
      <path d="M53 78h74v20a13 13 0 0 1-13 13H66a13 13 0 0 1-13-13z" {...tint} stroke="none" />
      <path d="M52 78h76" />
      <path d="M68 90l-5 5 5 5M112 90l5 5-5 5" />
      <circle cx="90" cy="95" r="15" {...terraTint} />
      {share(90, 96)}
    </>
  ),
  ipad: (
    <>
      <path d="M16 118V24a12 12 0 0 1 12-12h124a12 12 0 0 1 12 12v94" {...paper} />
      <path d="M17 44V25a12 12 0 0 1 12-12h122a12 12 0 0 1 12 12v19z" {...tint} stroke="none" />
      <path d="M16 44h148" />
      <path d="M36 23l-5 5 5 5" />
      <rect x="52" y="20" width="64" height="16" rx="8" {...paper} />
      <circle cx="140" cy="28" r="15" {...terraTint} />
      {share(140, 29)}
      <path d="M36 62h70M36 76h108M36 90h88M36 104h60" />
    </>
  ),
};

/** The Add to Home Screen line in the list that Share opens. */
const addToHome = (
  <>
    <rect x="24" y="10" width="132" height="102" rx="14" {...paper} />
    <path d="M40 28h60M24 44h132M24 82h132" />
    <rect x="25" y="45" width="130" height="36" {...terraTint} stroke="none" />
    <path d="M40 63h62" {...terra} />
    <g transform="translate(134 63)" {...terra}>
      <rect x="-9" y="-9" width="18" height="18" rx="5" />
      <path d="M-4.500 0h9M0-4.500v9" />
    </g>
    <path d="M40 97h48" />
  </>
);

/** The last button, at the top right, above the app's name and icon. */
const add = (
  <>
    <rect x="24" y="10" width="132" height="102" rx="14" {...paper} />
    <path d="M25 42V24a13 13 0 0 1 13-13h104a13 13 0 0 1 13 13v18z" {...tint} stroke="none" />
    <path d="M24 42h132M38 26h20" />
    <rect x="112" y="16" width="34" height="20" rx="10" {...terraTint} />
    <path d="M123 26l4 4 8-8" {...terra} />
    <rect x="38" y="56" width="36" height="36" rx="9" {...tint} />
    <path d="M46 82V71l10-8 10 8v11z" />
    <path d="M56 70c3 3 4 4.500 4 7a4 4 0 0 1-8 0c0-2.500 1-4 4-7z" {...terra} />
    <path d="M86 68h52M86 82h34" />
  </>
);

/** The view at each of the three steps. */
export function InstallPicture({ step, way }: { step: 0 | 1 | 2; way: Place }) {
  return (
    <svg viewBox="0 0 180 122" aria-hidden="true" className="drawing" {...stroke}>
      {[shareButton[way], addToHome, add][step]}
    </svg>
  );
}
