import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

const entry = fileURLToPath(new URL('browser/stripe.ts', import.meta.url));

/** The sandbox's code for the browser as one classic script, as the provider's own is. */
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
