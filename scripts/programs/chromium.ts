import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright';
import { canInstall, installPackages, onPath, run } from './packages.ts';

/** Arguments for a Chromium without a desktop or a network of its own. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

/** The environment for its start: under faketime it starts and never answers, so it keeps the real date. */
export function chromiumEnv(): NodeJS.ProcessEnv {
  const { LD_PRELOAD: _, ...env } = process.env;
  return env;
}

/** The path of a Chromium: CHROME_PATH, or one on the PATH, or else one that is installed now. */
export function findChromium(): string {
  return process.env.CHROME_PATH ?? present() ?? install();
}

/**
 * The path of a Chromium without a user interface, which uses a third less of the processor: HEADLESS_SHELL_PATH, or
 * Debian's on the PATH, or else one that is installed now; the whole browser if there is none.
 */
export function findHeadlessShell(): string {
  const present = () => process.env.HEADLESS_SHELL_PATH ?? onPath(shell);
  if (present() || !canInstall()) return present() ?? findChromium();
  try {
    installPackages(shell);
  } catch {
    // This kind of system has no such package.
  }
  return present() ?? findChromium();
}

const shell = 'chromium-headless-shell';

function present(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  const bundled = chromium.executablePath();
  return names.map(onPath).find(Boolean) ?? (existsSync(bundled) ? bundled : undefined);
}

function install(): string {
  if (canInstall()) installPackages('chromium');
  else {
    const playwright = dirname(createRequire(import.meta.url).resolve('playwright/package.json'));
    run(process.execPath, [join(playwright, 'cli.js'), 'install', 'chromium']);
  }
  const found = present();
  if (!found) throw new Error('No Chromium was found or could be installed; set CHROME_PATH to one');
  return found;
}
