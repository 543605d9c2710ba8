import type { CSSProperties } from 'react';

const masks = new Map<string, string>();

/** ionicons leave their lines to classes of a component of theirs; as an image, a drawing must say it itself. */
function maskOf(src: string): string {
  let mask = masks.get(src);
  if (!mask) {
    const drawn = src.replaceAll('"', "'").replace(/class='([^']*)'/g, (_, names: string) => {
      const none = names.includes('ionicon-fill-none') ? "fill='none' stroke='black'" : '';
      return names.includes('ionicon-stroke-width') ? `${none} stroke-width='32'` : none;
    });
    mask = `url("${drawn}")`;
    masks.set(src, mask);
  }
  return mask;
}

/**
 * One of ionicons' drawings (`import { homeOutline } from 'ionicons/icons'`, a data address), in the colour of the
 * text around it. Drawn as a mask, so that no markup is parsed. Decoration: what it means stands beside it in words.
 */
export function Icon({ src, size }: { src: string; size?: number }) {
  const style: Record<string, string> = { '--icon': maskOf(src) };
  // In rem: it grows with the text that the person enlarged.
  if (size) Object.assign(style, { width: `${size / 16}rem`, height: `${size / 16}rem` });
  return <span className="icon" aria-hidden="true" style={style as CSSProperties} />;
}
