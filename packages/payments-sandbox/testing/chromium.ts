import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    chromium: { executablePath: string; args: string[]; env: Record<string, string> };
  }
}

/** The options that start the Chromium of this machine, which the test runner's setup has found. */
export const chromiumOptions = () => inject('chromium');
