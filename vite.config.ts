import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { integrity } from './scripts/integrity-plugin.ts';
import { ioniconMasks, ioniconsApart, isIonicon } from './scripts/ionicons-plugin.ts';
import { landingPage } from './scripts/landing-plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The manifest stands at the repository's top and is served as it is. */
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

/** Ionic's tab bar, which we have one of our own for, goes with the rest that nobody uses. */
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

// These declare side effects that they do not have; without this, one page with tabs weighs nearly twice as much.
const pure =
  /node_modules\/(@ionic|ionicons|@lit\/react|react-router|react-router-dom|@remix-run|@tanstack|zod)\//;

type Info = (id: string) => { importedIds: string[]; dynamicallyImportedIds: string[] } | null;
const reached = new Map<string, Set<string>>();

/**
 * Ionic's React wrappers import every component there is. The frame of every page is of these; which of the others
 * are needed when is for the bundler to know. Of what plugins make up, ionicons' drawings alone are of the app.
 */
const frame = 'app|content|router-outlet';
const isWidget = new RegExp(
  String.raw`@ionic/core/components/(index|ion-(?!(${frame})\.js))|^\0(?!ionicon:)`,
);

/** The modules that an entry imports, and what these import; with `later`, what they may load one day too. */
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
const isOfHome = /\/app\/(routes|features)\/home/;

/** What every page needs, with the primitives that the first one shares with others: a request each would be eight. */
const isAlwaysLoaded = (id: string, info: Info): boolean =>
  id !== here('./app/main.tsx') &&
  (reach(here('./app/main.tsx'), info, false).has(id) ||
    (reach(here('./app/routes/home.tsx'), info, false).has(id) && !isOfHome.test(id))) &&
  !reach(here('./app/landing-main.tsx'), info, true).has(id);

/** What the app always loads and the landing page only once it has been painted. */
const isOfBoth = (id: string, info: Info): boolean =>
  isFramework.test(id) ||
  (reach(here('./app/main.tsx'), info, false).has(id) &&
    reach(here('./app/landing-main.tsx'), info, true).has(id) &&
    !reach(here('./app/landing-main.tsx'), info, false).has(id));

/** What the screens of bookings say in the same words: a kilobyte each, which would be a request each. */
const isBookingWords = (id: string): boolean =>
  /\/app\/features\/bookings\/(consequence|failure|filters|notes)\.ts$/.test(id);

const named = 'assets/[name]-[hash:7].js';

/** Chunks that stand before any page's own is asked for. */
const alwaysThere = /^assets\/(app|base|rolldown-runtime|preload-helper)-/;

export default defineConfig({
  root: here('./app'),
  publicDir: here('./public'),
  plugins: [
    ioniconMasks,
    ioniconsApart,
    react(),
    webManifest,
    pureMemo,
    landingPage(here('./app'), apiPort),
    integrity,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '..',
      filename: 'sw.ts',
      outDir: here('./dist'),
      manifest: false,
      injectRegister: false,
      injectManifest: {
        globDirectory: here('./dist'),
        globPatterns: [
          'index.html',
          'landing.html',
          'assets/*.{js,css,woff2}',
          'icons/*.{svg,png}',
          'manifest.webmanifest',
        ],
        // The team's alone: the worker keeps it where it is used.
        globIgnores: ['assets/calendar-grid-*'],
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
      // A few hundred bytes each that Ionic asks for at its start: naming what they import first takes longer.
      // What every page of the app has already need not be named either.
      resolveDependencies: (file, needed, { hostType }) => {
        if (hostType === 'html') return needed;
        return /^assets\/p-/.test(file) ? [] : needed.filter((name) => !alwaysThere.test(name));
      },
    },
    rolldownOptions: {
      input: { index: here('./app/index.html'), landing: here('./app/landing.html') },
      output: {
        // The first screen and the worker name a hundred and fifty files, and no compression makes a hash shorter; nor
        // is one of Ionic's own needed beside ours.
        entryFileNames: named,
        chunkFileNames: ({ name }) => (/^p-[\w-]{8}$/.test(name) ? 'assets/p-[hash:7].js' : named),
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // Both pages stand on it: whoever comes from the landing page has it already.
            {
              debugName: 'base',
              name: (id, context) => (isOfBoth(id, (of) => context.getModuleInfo(of)) ? 'base' : null),
            },
            // What the app always loads is one file, which compresses better than thirty.
            {
              debugName: 'app',
              name: (id, context) => (isAlwaysLoaded(id, (of) => context.getModuleInfo(of)) ? 'app' : null),
            },
            { debugName: 'booking-words', name: (id) => (isBookingWords(id) ? 'booking-words' : null) },
            { debugName: 'ionicons', name: (id) => (isIonicon(id) ? 'ionicons' : null) },
          ],
        },
      },
      treeshake: {
        moduleSideEffects: (id) => !pure.test(id) || id.endsWith('.css'),
        // Ionic's own factories, and classes over React.Component: components that nobody uses then go.
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
