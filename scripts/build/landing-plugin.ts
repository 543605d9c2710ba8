import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import react from '@vitejs/plugin-react';
import { type Plugin, runnerImport, type ViteDevServer } from 'vite';
import type { Config } from '../../api/contract/schemas/config.ts';
import { fillLanding, isSignedInMark } from '../../api/http/pages/landing-page.ts';

type Prerender = typeof import('../../app/landing-prerender.tsx');

const entry = './landing-prerender.tsx';

/**
 * Renders the landing page into its HTML file. At build time its styles are inside, so that nothing is waited for.
 * In development it is rendered at each request by the development server, in the API's place.
 */
export function landingPage(root: string, apiPort: string): Plugin {
  return {
    name: 'landing-page',
    enforce: 'post',

    transformIndexHtml: {
      order: 'pre',
      async handler(html, { filename, server }) {
        if (!filename.endsWith('/landing.html')) return html;
        const { prerender } = server
          ? ((await server.ssrLoadModule(entry)) as Prerender)
          : (await runnerImport<Prerender>(entry, { root, mode: 'production', plugins: [react()] })).module;
        return html.replace('<!--landing-->', () => prerender());
      },
    },

    generateBundle(_, bundle) {
      const page = bundle['landing.html'];
      if (page?.type !== 'asset') throw new Error('The build has no landing.html');
      const html = String(page.source).replace(
        /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g,
        (_match, file: string) => {
          const sheet = bundle[file];
          if (sheet?.type !== 'asset') throw new Error(`The build has no ${file}`);
          delete bundle[file];
          return `<style>${sheet.source}</style>`;
        },
      );
      const font = Object.keys(bundle).find((file) => /fraunces.*\.woff2$/.test(file));
      const preload = font
        ? `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>\n    `
        : '';
      page.source = html.replace('<style>', () => `${preload}<style>`);
    },

    configureServer(server) {
      server.middlewares.use((req, res, next) => {
        const forVisitor = req.url?.split('?')[0] === '/' && !isSignedInMark(req.headers.cookie);
        if (forVisitor) answer(server, req, res).catch(next);
        else next();
      });
    },
  };

  async function answer(server: ViteDevServer, req: IncomingMessage, res: ServerResponse): Promise<void> {
    const config = (await (await fetch(`http://localhost:${apiPort}/api/config`)).json()) as Config;
    const html = await readFile(`${root}/landing.html`, 'utf8');
    const page = await server.transformIndexHtml('/landing.html', html);
    res.setHeader('content-type', 'text/html; charset=utf-8');
    res.end(fillLanding(page, { ...config, publicUrl: `http://${req.headers.host}` }));
  }
}
