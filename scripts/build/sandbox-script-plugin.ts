import { bundleSandboxScript } from '@hearthkeep/payments-sandbox/bundle';
import type { Plugin } from 'vite';

/** Puts the script where the sandbox's server reads it; in development it is bundled at each request. */
export const sandboxScript: Plugin = {
  name: 'sandbox-script',

  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'sandbox/stripe.js', source: await bundleSandboxScript() });
  },

  configureServer({ middlewares }) {
    middlewares.use('/sandbox/payments/stripe.js', (_req, res, next) => {
      bundleSandboxScript().then((code) => {
        res.setHeader('content-type', 'text/javascript; charset=utf-8');
        res.end(code);
      }, next);
    });
  },
};
