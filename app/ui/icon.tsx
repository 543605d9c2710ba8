import type { CSSProperties } from 'react';

/**
 * One of ionicons' drawings (`import { homeOutline } from 'ionicons/icons'`, a data address), in the colour of the
 * text around it. Drawn as a mask, so that no markup is parsed. Decoration: what it means stands beside it in words.
 */
export function Icon({ src, size }: { src: string; size?: number }) {
  const style: Record<string, string> = { '--icon': `url("${src.replaceAll('"', "'")}")` };
  if (size) Object.assign(style, { width: `${size}px`, height: `${size}px` });
  return <span className="icon" aria-hidden="true" style={style as CSSProperties} />;
}
