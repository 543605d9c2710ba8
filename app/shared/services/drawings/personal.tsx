import type { ReactNode } from 'react';
import { leaf, paper, terraTint, tint } from '../../../ui/drawings/drawing-strokes.tsx';

export const personal = {
  'grocery-shopping': (
    <>
      <path d="M20 34c-5-10-4-21 3-28 8 6 9 17 6 28M24 34V18" {...leaf} />
      <path d="M45 34l5-23a5.500 5.500 0 0 1 10.700 2.300L56 34M52 18l5 3M50 26l5 3" {...tint} />
      <path d="M37 20c3-2 9-1 9 6 0 6-3 10-9 10s-9-4-9-10c0-7 6-8 9-6zM37 20c0-3 1-5 3-6" {...terraTint} />
      <path d="M10 32h52l-3 30a4 4 0 0 1-4 4H17a4 4 0 0 1-4-4z" {...paper} />
      <path d="M27 40v3a9 9 0 0 0 18 0v-3" />
    </>
  ),
  'errand-running': (
    <>
      <rect x="6" y="30" width="36" height="36" rx="5" {...paper} />
      <path d="M18 30h12v14l-6-4-6 4z" {...tint} />
      <path d="M13 59h9" />
      <path d="M52 41c-9-9-14-13-14-21a14 14 0 0 1 28 0c0 8-5 12-14 21z" {...terraTint} />
      <circle cx="52" cy="20" r="5" {...paper} />
      <path d="M48 63h6a8.500 8.500 0 0 0 0-17h-1" strokeDasharray="3.500 4.200" />
    </>
  ),
  'meal-preparation': (
    <>
      <path d="M12 40H9a3 3 0 0 0 0 9h3M60 40h3a3 3 0 0 1 0 9h-3" />
      <path d="M12 34h48v20a12 12 0 0 1-12 12H24a12 12 0 0 1-12-12z" {...paper} />
      <path d="M12 34c0-10 11-14 24-14s24 4 24 14z" {...terraTint} />
      <circle cx="36" cy="16.500" r="3.500" {...paper} />
      <path d="M22 15c-3-4 3-5 0-9M50 15c-3-4 3-5 0-9" />
      <path d="M20 46v7a5 5 0 0 0 5 5" />
    </>
  ),
  'dry-cleaning-pickup': (
    <>
      <path d="M36 17v-3a4 4 0 1 0-4-4M38 13l8-2" />
      <path d="M27 18l-13 6a6 6 0 0 0-4 5.500V57h9v9h34v-9h9V29.500a6 6 0 0 0-4-5.500l-13-6z" {...tint} />
      <path d="M19 57V36M53 57V36M36 44v22M42 52h.1M42 59h.1" />
      <path d="M27 18l9 26 9-26z" {...paper} />
      <path d="M25 19l-2 11 5 1 8 13 8-13 5-1-2-11" />
      <path d="M46 11l4-5h12v10H50z" {...terraTint} />
    </>
  ),
  'pet-care-and-walking': (
    <>
      <path d="M21 48l-2 9c10 6 24 6 34 0l-2-9z" {...terraTint} />
      <circle cx="36" cy="62" r="4" {...terraTint} />
      <path d="M36 6c11 0 18 7 18 18v13c0 10-8 16-18 16s-18-6-18-16V24C18 13 25 6 36 6z" {...paper} />
      <path d="M23 11C13 7 6 13 6 25c0 9 3 14 6 14 5 0 8-8 8-16 0-5 1-9 3-12z" {...tint} />
      <path d="M49 11c10-4 17 2 17 14 0 9-3 14-6 14-5 0-8-8-8-16 0-5-1-9-3-12z" {...tint} />
      <path d="M28 26v2M44 26v2" />
      <path d="M31 36h10c0 4-3 6-5 6s-5-2-5-6z" fill="currentColor" />
      <path d="M36 42c0 5-6 6-8 3M36 42c0 5 6 6 8 3" />
    </>
  ),
} satisfies Record<string, ReactNode>;
