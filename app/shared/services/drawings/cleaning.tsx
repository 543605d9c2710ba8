import type { ReactNode } from 'react';
import { leaf, paper, terra, terraTint, tint } from '../../../ui/drawings/drawing-strokes.tsx';

export const cleaning = {
  'house-and-bathroom-cleaning': (
    <>
      <path d="M35 28h16v5c0 4 9 6 9 15v14a4 4 0 0 1-4 4H30a4 4 0 0 1-4-4V48c0-9 9-11 9-15z" {...paper} />
      <path d="M26 48h34v14a4 4 0 0 1-4 4H30a4 4 0 0 1-4-4z" {...tint} />
      <path d="M35 18c0 6-2 9-6 11" />
      <path d="M27 7h13a11 11 0 0 1 11 11v10H35V16h-8z" {...terraTint} />
      <path d="M35 22h16" {...terra} />
      <path d="M20 11.500h-7M20 6l-5-2M20 17l-5 2" />
      <path d="M14 36c1 6 3 8 8 9-5 1-7 3-8 9-1-6-3-8-8-9 5-1 7-3 8-9z" {...paper} />
    </>
  ),
  'laundry-service': (
    <>
      <path d="M6 11c20 4 40 4 60 0" />
      <path d="M19 15L6 25l5 10 6-3v34h22V32l6 3 5-10-13-10c-2 6-16 6-18 0z" {...paper} />
      <path d="M17 40h22v9H17z" {...tint} />
      <path d="M54 14h9v20l3 6a5 5 0 0 1-8 5l-3-5c-1-2-1-3-1-5z" {...terraTint} />
      <path d="M19 9v8M37 10v8M58.500 8v8" />
    </>
  ),
  'gutter-cleaning': (
    <>
      <path d="M12 6h48l6 20H6z" {...tint} />
      <path d="M9.500 14c2 6 11.250 6 13.250 0 2 6 11.250 6 13.250 0 2 6 11.250 6 13.250 0 2 6 11.250 6 13.250 0" />
      <path d="M22 32c-8-9-5-18 7-24 7 9 3 19-7 24zM22 32c1-6 3-11 6-15" {...terraTint} />
      <path d="M45 36v30h11V36" {...paper} />
      <path d="M6 26h60v5a9 9 0 0 1-9 9H15a9 9 0 0 1-9-9z" {...paper} />
      <path d="M42 53h17" />
      <path d="M15 63c-1-10 4-15 17-16 1 11-6 18-17 16zM12 66c4-5 7-8 11-11" {...leaf} />
    </>
  ),
} satisfies Record<string, ReactNode>;
