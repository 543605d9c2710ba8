import type { DisplayFace } from './look.ts';

interface Face {
  label: string;
  /** The value of `--serif`, the font of headlines. */
  stack: string;
  /** The font's file beneath `/fonts`, and its weights; without one, nothing is loaded. */
  file?: { family: string; name: string; weights: string };
}

/** The faces of headlines. Fraunces is the product's own, and stands in its stylesheet. */
export const faces: Record<DisplayFace, Face> = {
  fraunces: {
    label: 'Fraunces, warm with serifs',
    stack: 'Fraunces,"Fraunces stand-in","Iowan Old Style",Georgia,serif',
  },
  bricolage: {
    label: 'Bricolage Grotesque, lively without serifs',
    stack: '"Bricolage Grotesque",system-ui,sans-serif',
    file: { family: 'Bricolage Grotesque', name: 'bricolage-grotesque.woff2', weights: '200 800' },
  },
  newsreader: {
    label: 'Newsreader, quiet with serifs',
    stack: 'Newsreader,"Iowan Old Style",Georgia,serif',
    file: { family: 'Newsreader', name: 'newsreader.woff2', weights: '200 800' },
  },
  system: { label: 'The device’s own face', stack: 'var(--sans)' },
};

/** The rules that give headlines a face; none for the product's own. */
export function faceRules(face: DisplayFace): string {
  if (face === 'fraunces') return '';
  const { stack, file } = faces[face];
  const loads = file
    ? `@font-face{font-family:"${file.family}";src:url(/fonts/${file.name}) format("woff2");font-weight:${file.weights};font-display:swap}`
    : '';
  return `${loads}:root{--serif:${stack}}`;
}
