import { createElement, type ReactElement } from 'react';

const drawn = new Map<string, ReactElement[]>();

const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** ionicons leave their lines to classes of a component of theirs. */
function lineOf(classes: string): Record<string, string> {
  return {
    ...(classes.includes('ionicon-fill-none') && { fill: 'none', stroke: 'currentColor' }),
    ...(classes.includes('ionicon-stroke-width') && { strokeWidth: '32' }),
  };
}

function shapesOf(src: string): ReactElement[] {
  let shapes = drawn.get(src);
  if (!shapes) {
    shapes = [...src.matchAll(/<(path|circle|ellipse|rect) ([^>]*)>/g)].map(
      ([, tag = '', said = ''], key) => {
        const props: Record<string, unknown> = { key };
        for (const [, name = '', value = ''] of said.matchAll(/([\w-]+)='([^']*)'/g))
          Object.assign(props, name === 'class' ? lineOf(value) : { [camelCase(name)]: value });
        return createElement(tag, props);
      },
    );
    drawn.set(src, shapes);
  }
  return shapes;
}

/**
 * One of ionicons' drawings (`import { homeOutline } from 'ionicons/icons'`, a data address), in the colour of the
 * text around it. Its shapes become elements of the page: as an image each would be fetched and decoded while the
 * styles are reckoned. Decoration: what it means stands beside it in words.
 */
export function Icon({ src, size }: { src: string; size?: number }) {
  // In rem: it grows with the text that the person enlarged.
  const style = size ? { width: `${size / 16}rem`, height: `${size / 16}rem` } : undefined;
  return (
    <svg className="icon" viewBox="0 0 512 512" fill="currentColor" aria-hidden="true" style={style}>
      {shapesOf(src)}
    </svg>
  );
}
