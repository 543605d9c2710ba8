import { fileURLToPath } from 'node:url';
import { build, type Plugin, type Rolldown } from 'vite';

const entry = fileURLToPath(new URL('../../packages/payments-sandbox/browser/stripe.ts', import.meta.url));

/** The payments sandbox's code for the browser as one classic script, as the provider's own is. */
export async function bundleSandboxScript(): Promise<string> {
  const { output } = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      minify: false,
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife', strict: true } },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}

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
