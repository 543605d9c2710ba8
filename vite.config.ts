import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { integrity } from './scripts/build/integrity-plugin.ts';
import { ioniconMasks, ioniconsApart, isIonicon } from './scripts/build/ionicons-plugin.ts';
import { sandboxScript } from './scripts/build/sandbox-script-plugin.ts';
import { visitorPages } from './scripts/build/visitor-pages-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The manifest is in the repository's root and is served unchanged. */
const webManifest: Plugin = {
  name: 'web-manifest',
  generateBundle() {
    this.emitFile({
      type: 'asset',
      fileName: 'manifest.webmanifest',
      source: readFileSync(here('./manifest.webmanifest')),
    });
  },
};

/** The faces of headlines that a business may choose; one that is not chosen is never loaded. */
const fonts: Plugin = {
  name: 'brand-fonts',
  generateBundle() {
    for (const name of ['bricolage-grotesque', 'newsreader'])
      this.emitFile({
        type: 'asset',
        fileName: `fonts/${name}.woff2`,
        source: readFileSync(
          here(`./node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`),
        ),
      });
  },
};

/** Ionic's tab bar is removed with the other unused parts, since we have our own. */
const pureMemo: Plugin = {
  name: 'pure-memo',
  transform: {
    filter: { id: /@ionic\/react\/dist\/index\.js$/ },
    handler: (code) => ({ code: code.replaceAll('= React.memo(', '= /*@__PURE__*/ React.memo('), map: null }),
  },
};

const apiPort = process.env.API_PORT ?? '3000';
const toApi = Object.fromEntries(
  ['/api', '/calendar/', '/sandbox', '/oidc-consent', '/healthz'].map((path) => [
    path,
    `http://localhost:${apiPort}`,
  ]),
);

// These packages declare side effects that they do not have; without this, one page with tabs weighs nearly twice as
// much.
const pure =
  /node_modules\/(@ionic|ionicons|@lit\/react|react-router|react-router-dom|@remix-run|@tanstack|zod)\//;

type Info = (id: string) => { importedIds: string[]; dynamicallyImportedIds: string[] } | null;
const reached = new Map<string, Set<string>>();

/**
 * Ionic's React wrappers import every component there is. The frame of every page uses these; the bundler decides
 * when the others are loaded. Among the modules made by plugins, ionicons' drawings alone belong to the app.
 */
const frame = 'app|content|router-outlet';
const isWidget = new RegExp(
  String.raw`@ionic/core/components/(index|ion-(?!(${frame})\.js))|^\0(?!ionicon:)`,
);

/** The modules that an entry imports, and their own imports; with `later`, the dynamic ones too. */
function reach(entry: string, info: Info, later: boolean): Set<string> {
  const key = `${entry} ${later}`;
  let found = reached.get(key);
  if (!found) {
    found = new Set([entry]);
    for (const id of found) {
      const module = info(id);
      for (const next of [
        ...(module?.importedIds ?? []),
        ...((later && module?.dynamicallyImportedIds) || []),
      ])
        if (!isWidget.test(next)) found.add(next);
    }
    reached.set(key, found);
  }
  return found;
}

const isFramework = /node_modules\/(react|react-dom|scheduler)\//;

/** TanStack's one module names these parts, of which the first screen uses none. */
const isForLater =
  /@tanstack\/.*\/(useMutation|useMutationState|mutationObserver|useInfiniteQuery|infiniteQueryObserver)\.js$/;
const isOfHome = /\/app\/(routes|features)\/home/;

/** The modules of visitors' pages, which load nothing of the app. */
const isOfVisitors = (id: string, info: Info): boolean =>
  ['./app/landing-main.tsx', './app/catalogue-main.ts'].some((entry) =>
    reach(here(entry), info, true).has(id),
  );

/**
 * The modules of every page, with the primitives that the first page shares with others: separate files would cost
 * eight requests.
 */
const isAlwaysLoaded = (id: string, info: Info): boolean =>
  id !== here('./app/main.tsx') &&
  !isForLater.test(id) &&
  (reach(here('./app/main.tsx'), info, false).has(id) ||
    (reach(here('./app/routes/home.tsx'), info, false).has(id) && !isOfHome.test(id))) &&
  !isOfVisitors(id, info);

/** The modules that the app always loads and the landing page loads only after it was painted. */
const isOfBoth = (id: string, info: Info): boolean =>
  isFramework.test(id) ||
  (reach(here('./app/main.tsx'), info, false).has(id) &&
    reach(here('./app/landing-main.tsx'), info, true).has(id) &&
    !reach(here('./app/landing-main.tsx'), info, false).has(id));

/**
 * The modules of the catalogue, the second page that people reach first. Its code that other pages use too would
 * otherwise be seventeen files of half a kilobyte, and the 32 pages would make 99 more requests.
 */
const isOfCatalogue = (id: string, info: Info): boolean =>
  reach(here('./app/routes/services.tsx'), info, false).has(id) && !isOfVisitors(id, info);

const named = 'assets/[name]-[hash:7].js';

/** The chunks that are known by their names. */
const isGroup = /^(app|base|ionicons|hours-terms|parts|rolldown-runtime|preload-helper)$/;

/** The chunks that are loaded before any page's own. */
const alwaysThere = /^assets\/(app|base|rolldown-runtime|preload-helper)-/;

export default defineConfig({
  root: here('./app'),
  publicDir: here('./public'),
  plugins: [
    ioniconMasks,
    ioniconsApart,
    react(),
    webManifest,
    fonts,
    pureMemo,
    visitorPages(here('./app'), apiPort),
    integrity,
    sandboxScript,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '..',
      filename: 'sw.ts',
      outDir: here('./dist'),
      manifest: false,
      injectRegister: false,
      injectManifest: {
        globDirectory: here('./dist'),
        globPatterns: ['index.html', 'landing.html', 'catalogue.html', 'assets/*.{js,css,woff2}'],
        minify: true,
      },
    }),
  ],
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    modulePreload: {
      polyfill: false,
      // Ionic's small files of a few hundred bytes are requested at its start: naming their imports first takes
      // longer. The files that every page of the app already has need not be named either.
      resolveDependencies: (file, needed, { hostType }) => {
        if (hostType === 'html') return needed;
        return /^assets\/p-/.test(file) ? [] : needed.filter((name) => !alwaysThere.test(name));
      },
    },
    rolldownOptions: {
      input: {
        index: here('./app/index.html'),
        landing: here('./app/landing.html'),
        catalogue: here('./app/catalogue.html'),
      },
      output: {
        // The first screen and the worker name a hundred and fifty files, and hashes do not compress; Ionic's own
        // hash is not needed beside ours, nor are the names of parts that several pages share.
        entryFileNames: named,
        chunkFileNames: ({ name, isDynamicEntry }) => {
          if (/^p-[\w-]{8}$/.test(name)) return 'assets/p-[hash:7].js';
          return isDynamicEntry || isGroup.test(name) ? named : 'assets/c-[hash:7].js';
        },
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // Both pages use this chunk: a person who comes from the landing page already has it.
            {
              debugName: 'base',
              name: (id, context) => (isOfBoth(id, (of) => context.getModuleInfo(of)) ? 'base' : null),
            },
            // The modules that the app always loads are one file, which compresses better than thirty.
            {
              debugName: 'app',
              name: (id, context) => (isAlwaysLoaded(id, (of) => context.getModuleInfo(of)) ? 'app' : null),
            },
            // The words for hours are on the home, loaded after the first picture, and on pages of the team.
            {
              debugName: 'hours-terms',
              name: (id) => (/\/app\/shared\/hours\/(hours-)?terms\.tsx?$/.test(id) ? 'hours-terms' : null),
            },
            // One file of drawings: apart, the 32 pages would make 35 more requests.
            { debugName: 'ionicons', name: (id) => (isIonicon(id) ? 'ionicons' : null) },
            {
              debugName: 'parts',
              name: (id, context) => (isOfCatalogue(id, (of) => context.getModuleInfo(of)) ? 'parts' : null),
              minShareCount: 2,
            },
          ],
        },
      },
      treeshake: {
        moduleSideEffects: (id) => !pure.test(id) || id.endsWith('.css'),
        // Ionic's own factories, and classes over React.Component: marked pure, so that unused components are
        // removed.
        manualPureFunctions: ['createForwardRef', 'createReactComponent'],
        propertyReadSideEffects: false,
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { ...toApi, '/chat': { target: `ws://localhost:${apiPort}`, ws: true } },
  },
});
