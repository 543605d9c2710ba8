import * as ionicons from 'ionicons/icons';
import type { Plugin } from 'vite';

const drawings = new Map<string, unknown>(Object.entries(ionicons));
const prefix = 'ionicon:';
const imports = /import \{([^}]*)\} from 'ionicons\/icons';/g;

/** Whether a module is one of ionicons' drawings. */
export const isIonicon = (id: string): boolean => id.startsWith(`\0${prefix}`);

/**
 * Makes each of ionicons' drawings a separate module. The package has all of them in one module, which bundlers do
 * not divide: the first screen would load the drawings of every page.
 */
export const ioniconsApart: Plugin = {
  name: 'hearthkeep-ionicons',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { code: "from 'ionicons/icons'" },
    handler: (code) => ({
      code: code.replace(imports, (_, names: string) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean)
          .map((name) => `import { ${name} } from '${prefix}${name}';`)
          .join(' '),
      ),
      map: null,
    }),
  },
  resolveId: (id) => (id.startsWith(prefix) ? { id: `\0${id}`, moduleSideEffects: false } : null),
  load(id) {
    if (!isIonicon(id)) return null;
    const name = id.slice(prefix.length + 1);
    const drawing = drawings.get(name);
    if (!drawing) throw new Error(`ionicons has no ${name}`);
    return `export const ${name} = ${JSON.stringify(drawing)};`;
  },
};

/**
 * The lines of ionicons' drawings come from classes of ionicons' own component. A picture has no such classes, so it
 * gets their attributes.
 */
const lines: [string, string][] = [
  ['ionicon-fill-none', "fill='none' stroke='black'"],
  ['ionicon-stroke-width', "stroke-width='32'"],
];

/** A drawing as a data address that can be put between double quotes in a style sheet. */
function pictureOf(name: string): string {
  const drawing = drawings.get(name);
  if (typeof drawing !== 'string') throw new Error(`ionicons has no ${name}`);
  return drawing.replace(/class='([^']*)'/g, (_, classes: string) =>
    lines
      .filter(([one]) => classes.includes(one))
      .map(([, look]) => look)
      .join(' '),
  );
}

/** `url("ionicon:calendarOutline")` in a style sheet: the drawing itself, to be used as a mask. */
export const ioniconMasks: Plugin = {
  name: 'hearthkeep-ionicon-masks',
  enforce: 'pre',
  transform: {
    filter: { id: /\.css$/, code: 'ionicon:' },
    handler: (code) => ({
      code: code.replace(/url\("ionicon:(\w+)"\)/g, (_, name: string) => `url("${pictureOf(name)}")`),
      map: null,
    }),
  },
};
