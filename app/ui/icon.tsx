import type { ReactElement } from 'react';

const drawn = new Map<string, ReactElement[]>();

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The lines of ionicons are classes of ionicons' own component, so they are turned into attributes here. */
function lineOf(classes: string): Record<string, string> {
  return {
    ...(classes.includes('ionicon-fill-none') && { fill: 'none', stroke: 'currentColor' }),
    ...(classes.includes('ionicon-stroke-width') && { strokeWidth: '32' }),
  };
}

/** A shape as a path (by SVG 2, 'Basic shapes'). */
function pathOf(tag: string, { d = '', ...of }: Record<string, string>): string {
  // A path that begins with a relative step begins at the corner, not at the end of the path before.
  if (tag === 'path') return d.startsWith('m') ? `M0 0${d}` : d;
  const n = (name: string, or = '0') => Number(of[name] ?? or);
  const [rx, ry] = [n('rx', of.r ?? of.ry), n('ry', of.r ?? of.rx)];
  const arc = (x: number, y: number) => `a${rx} ${ry} 0 0 1 ${x} ${y}`;
  if (tag !== 'rect') return `M${n('cx') - rx} ${n('cy')}${arc(2 * rx, 0)}${arc(-2 * rx, 0)}z`;
  const [w, h] = [n('width') - 2 * rx, n('height') - 2 * ry];
  const start = `M${n('x') + rx} ${n('y')}`;
  return `${start}h${w}${arc(rx, ry)}v${h}${arc(-rx, ry)}h${-w}${arc(-rx, -ry)}v${-h}${arc(rx, -ry)}z`;
}

const geometry = new Set(['d', 'cx', 'cy', 'r', 'rx', 'ry', 'x', 'y', 'width', 'height']);

/** The shapes of an icon. Equal styles share one path, because a list shows hundreds of icons. */
export function shapesOf(src: string): ReactElement[] {
  let shapes = drawn.get(src);
  if (!shapes) {
    const paths = new Map<string, string>();
    for (const [, tag = '', attributes = ''] of src.matchAll(/<(path|circle|ellipse|rect) ([^>]*)>/g)) {
      const place: Record<string, string> = {};
      const look: Record<string, string> = {};
      for (const [, name = '', value = ''] of attributes.matchAll(/([\w-]+)='([^']*)'/g))
        if (name === 'class') Object.assign(look, lineOf(value));
        else if (geometry.has(name)) place[name] = value;
        else look[camelCase(name)] = value;
      const alike = JSON.stringify(look);
      paths.set(alike, (paths.get(alike) ?? '') + pathOf(tag, place));
    }
    shapes = [...paths].map(([alike, d]) => <path key={alike} {...JSON.parse(alike)} d={d} />);
    drawn.set(src, shapes);
  }
  return shapes;
}

/**
 * An icon of ionicons (`import { homeOutline } from 'ionicons/icons'`, a data address), in the colour of the text
 * around it. Its shapes become elements of the page: an image would be fetched and decoded while the styles are
 * calculated. It is decoration: its meaning is beside it in words.
 */
export function Icon({ src, size }: { src: string; size?: number }) {
  // The unit is rem, so that the icon grows with enlarged text.
  const style = size ? { width: `${size / 16}rem`, height: `${size / 16}rem` } : undefined;
  return (
    <svg className="icon" viewBox="0 0 512 512" fill="currentColor" aria-hidden="true" style={style}>
      {shapesOf(src)}
    </svg>
  );
}
