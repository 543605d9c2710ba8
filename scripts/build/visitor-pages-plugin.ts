import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type ViteDevServer } from 'vite';
import type { VisitorPages } from '../../api/contract/schemas/visitors/visitor-pages.ts';
import { isSignedInMark } from '../../api/http/pages/signed-in-mark.ts';
import { fill, visitorPageAt } from '../../api/http/pages/visitor-pages.ts';

const entry = 'visitor-pages.tsx';
const pages = ['landing.html', 'catalogue.html'];

/**
 * Completes the files of visitors' pages: their styles are inside, so that nothing is waited for. In development the
 * development server renders these pages at each request, in the API's place.
 */
export function visitorPages(root: string, apiPort: string): Plugin {
  return {
    name: 'visitor-pages',
    enforce: 'post',

    generateBundle(_, bundle) {
      const font = Object.keys(bundle).find((file) => /fraunces.*\.woff2$/.test(file));
      const preload = font
        ? `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>\n    `
        : '';
      const inlined = new Set<string>();
      for (const name of pages) {
        const page = bundle[name];
        if (page?.type !== 'asset') throw new Error(`The build has no ${name}`);
        const html = String(page.source).replace(
          /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g,
          (_match, file: string) => {
            const sheet = bundle[file];
            if (sheet?.type !== 'asset') throw new Error(`The build has no ${file}`);
            inlined.add(file);
            return `<style>${sheet.source}</style>`;
          },
        );
        page.source = html
          .replace('<style>', () => `${preload}<style>`)
          // Vite puts the page's styles at the end of its head; the look's come after them.
          .replace(/<!--style-->\s*/, '')
          .replace('</head>', '<!--style--></head>');
      }
      for (const file of inlined) delete bundle[file];
    },

    configureServer(server) {
      server.middlewares.use((req, res, next) => {
        const visitors = visitorPageAt(req.url?.split('?')[0] ?? '');
        if (visitors && !isSignedInMark(req.headers.cookie))
          answer(server, visitors.name, req, res).catch(next);
        else next();
      });
    },
  };

  async function answer(
    server: ViteDevServer,
    name: keyof VisitorPages,
    req: IncomingMessage,
    res: ServerResponse,
  ): Promise<void> {
    const published = await (await fetch(`http://localhost:${apiPort}/published.json`)).json();
    const rendered = (await server.ssrLoadModule(`/${entry}`)) as VisitorPages;
    const html = await readFile(`${root}/${name}.html`, 'utf8');
    const page = await server.transformIndexHtml(req.url ?? '/', html);
    res.setHeader('content-type', 'text/html; charset=utf-8');
    res.end(fill(page, rendered[name](published)));
  }
}

/** Builds the server's bundle, with React in it: an installation without the packages that build needs no other. */
export async function buildServerBundle(root: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    plugins: [react()],
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'visitor-pages.js' } },
    },
  });
}
