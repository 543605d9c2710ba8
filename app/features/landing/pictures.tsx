import type { ReactNode } from 'react';
import { ink, terra } from './strokes.ts';

/** The five categories, the concierge, and the small scenes of the sections. */
const pictures = {
  maintenance: (
    <>
      <rect className="paper" x="22" y="14" width="50" height="62" rx="7" />
      <path d="M22 30h50M32 22h2M41 22h2" />
      <circle className="tone" cx="47" cy="53" r="15" />
      <path d="M36 56c5-5 8 4 13 0s7-3 9-1" />
      <path
        className="paper"
        d="M94 18a13 13 0 0 0-7 18l-8 34a6 6 0 0 0 12 3l8-34a13 13 0 0 0 9-17l-9 6-8-4z"
        {...terra}
      />
    </>
  ),
  cleaning: (
    <>
      <path d="M32 40c0-24 40-24 40 0" />
      <path className="paper" d="M32 40h40l-5 36H37z" />
      <path className="tone" d="M33 50h38l-4 26H37z" />
      <path d="M94 10l-4 40" {...terra} />
      <path className="paper" d="M80 50h20l5 26H74z" {...terra} />
      <path d="M84 62l-2 14M91 60v16M97 62l1 14" {...terra} />
      <circle className="paper" cx="20" cy="32" r="5" />
      <circle className="paper" cx="14" cy="20" r="3" />
      <circle className="paper" cx="25" cy="14" r="4" />
    </>
  ),
  outdoor: (
    <>
      <path d="M12 76h96" />
      <path className="tone" d="M38 54c-20 0-26-28 0-44 26 16 20 44 0 44z" />
      <path d="M38 76V28M38 42l8-8" />
      <path className="paper" d="M64 56h28l6 14H62z" {...terra} />
      <path d="M90 56l12-28h7" {...terra} />
      <circle className="paper" cx="70" cy="71" r="5" {...terra} />
      <circle className="paper" cx="91" cy="71" r="5" {...terra} />
      <path d="M18 76c0-6-2-8-4-9M23 76c0-5 2-7 4-8M52 76c0-5 2-7 4-8" />
    </>
  ),
  personal: (
    <>
      <path d="M58 34c2-12 8-18 14-20M64 34c0-8 6-12 12-12" {...terra} />
      <path className="paper" d="M26 34h46l4 42H22z" />
      <path className="tone" d="M24 54h50l2 22H22z" />
      <path d="M38 44V30a10 10 0 0 1 20 0v14" />
      <path className="paper" d="M86 58a8 8 0 0 1 16 0c8 2 8 15-2 15H88c-10 0-10-13-2-15z" {...terra} />
      <g {...terra}>
        <circle cx="82" cy="47" r="3" />
        <circle cx="90" cy="41" r="3" />
        <circle cx="99" cy="41" r="3" />
        <circle cx="106" cy="47" r="3" />
      </g>
    </>
  ),
  help: (
    <>
      <path className="paper" d="M40 58c0-10-12-14-12-28a18 18 0 0 1 36 0c0 14-12 18-12 28z" />
      <path d="M40 66h12M42 74h8" />
      <path d="M40 32l6 6 6-6M46 38v20" {...terra} />
      <path className="tone" d="M80 42h26v16a7 7 0 0 1-7 7h-12a7 7 0 0 1-7-7z" />
      <path d="M80 51h26M84 42V28h18v14M90 28v-6h6v6M93 65v11" />
      <path d="M14 30h6M18 12l5 5M76 12l-5 5" />
    </>
  ),
  concierge: (
    <>
      <path d="M12 76h92" />
      <path className="tone" d="M20 66a31 31 0 0 1 62 0z" />
      <path className="paper" d="M16 66h70v10H16z" />
      <path d="M51 35v-7M45 28h12" />
      <path d="M33 58c2-7 7-12 13-13" />
      <path
        className="paper"
        d="M80 8h22a8 8 0 0 1 8 8v14a8 8 0 0 1-8 8h-6l-8 8v-8h-8a8 8 0 0 1-8-8V16a8 8 0 0 1 8-8z"
        {...terra}
      />
      <path d="M91 15c4 4 6 6 6 9a6 6 0 0 1-12 0c0-3 2-5 6-9z" {...terra} />
    </>
  ),
  tell: (
    <>
      <rect className="paper" x="40" y="6" width="40" height="72" rx="9" />
      <path d="M55 13h10" />
      <path className="tone" d="M48 24h24v14H48zM48 44h24v8H48z" />
      <rect className="paper" x="48" y="59" width="24" height="11" rx="5" {...terra} />
    </>
  ),
  arrive: (
    <>
      <path d="M6 78h108" />
      <path className="paper" d="M14 70V30a6 6 0 0 1 6-6h46v46z" />
      <path className="tone" d="M66 36h18l18 18v16H66z" />
      <path d="M74 44h7l10 10H74z" />
      <path d="M40 33c5 5 8 8 8 12a8 8 0 0 1-16 0c0-4 3-7 8-12z" {...terra} />
      <circle className="paper" cx="34" cy="70" r="8" />
      <circle className="paper" cx="84" cy="70" r="8" />
    </>
  ),
  relax: (
    <>
      <path d="M8 78h104" />
      <path className="tone" d="M30 52V32a10 10 0 0 1 10-10h40a10 10 0 0 1 10 10v20z" />
      <path className="paper" d="M18 52a8 8 0 0 1 16 0v6h52v-6a8 8 0 0 1 16 0v18H18z" />
      <path d="M28 70v8M92 70v8" />
      <path
        className="paper"
        d="M50 42h18v8a8 8 0 0 1-8 8h-2a8 8 0 0 1-8-8zM68 44h3a4 4 0 0 1 0 8h-4"
        {...terra}
      />
      <path d="M56 36c-2-4 2-5 0-9M63 36c-2-4 2-5 0-9" {...terra} />
    </>
  ),
  keys: (
    <>
      <circle className="tone" cx="60" cy="44" r="38" stroke="none" />
      <path d="M52 44l32 32M76 68l8-8M67 59l7-7" />
      <circle className="paper" cx="42" cy="34" r="16" />
      <circle cx="38" cy="30" r="4" />
      <path className="paper" d="M66 50V26l18-14 18 14v24z" {...terra} />
      <path d="M84 24c4 4 7 7 7 11a7 7 0 0 1-14 0c0-4 3-7 7-11z" {...terra} />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type PictureName = keyof typeof pictures;

export function Picture({ name }: { name: PictureName }) {
  return (
    <svg className="picture" viewBox="0 0 120 84" aria-hidden="true" {...ink}>
      {pictures[name]}
    </svg>
  );
}

/** Line icons, 24 units wide. */
const signs = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  phone: 'M6 3h3l2 5-2.5 1.5a12 12 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3.2 3A16 16 0 0 1 3 6.2 3 3 0 0 1 6 3z',
  mail: 'M4 5h16a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM3.5 6.5L12 13l8.5-6.5',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5.5l3.5 2',
  shield: 'M12 3l8 3v6c0 5-3.5 8-8 9.5C7.5 20 4 17 4 12V6zM8.5 12l2.5 2.5 4.5-5',
  again: 'M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5',
  heart: 'M12 20S3.5 15 3.5 9A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8.5 2c0 6-8.5 11-8.5 11z',
  bell: 'M3 18h18M5 18a7 7 0 0 1 14 0M12 11V8M9.5 8h5',
  grid: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  day: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8',
  app: 'M8 3h8a1.5 1.5 0 0 1 1.5 1.5v15A1.5 1.5 0 0 1 16 21H8a1.5 1.5 0 0 1-1.5-1.5v-15A1.5 1.5 0 0 1 8 3zM11 17.5h2',
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z',
};

export type SignName = keyof typeof signs;

export function Sign({ name, size = 22 }: { name: SignName; size?: number }) {
  return (
    <svg className="sign" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true" {...ink}>
      <path d={signs[name]} />
    </svg>
  );
}

/** The logo: a hearth within a door. */
export function LandingMark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" width="30" height="30" aria-hidden="true" {...ink}>
      <path d="M5 28V13L16 4l11 9v15z" />
      <path d="M16 14c3 3 4.5 5 4.5 7.5a4.5 4.5 0 0 1-9 0C11.5 19 13 17 16 14z" {...terra} />
    </svg>
  );
}
