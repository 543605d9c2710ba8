import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

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

export default defineConfig({
  root: here('./app'),
  publicDir: here('./public'),
  plugins: [
    react(),
    webManifest,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '..',
      filename: 'sw.ts',
      outDir: here('./dist'),
      manifest: false,
      injectRegister: false,
      injectManifest: {
        globDirectory: here('./dist'),
        globPatterns: ['index.html', 'assets/*.{js,css,woff2}', 'icons/*.{svg,png}', 'manifest.webmanifest'],
        minify: true,
      },
    }),
  ],
  build: {
    outDir: here('./dist'),
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
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
