import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Builder, Capabilities, type WebDriver } from 'selenium-webdriver';
import { inject } from 'vitest';
import { freePort } from '../../api/testing/machine/free-port.ts';
import { businessZone } from '../../scripts/test/business-zone.ts';

/** A phone with WebKit, whose browser can be closed or killed and opened again, and keeps its storage. */
export interface Phone {
  /** The driver of the browser that is open now. */
  readonly browser: WebDriver;
  readonly baseURL: string;
  /** Kills it as a system that needs memory does: no page is told. */
  killBrowser(): Promise<void>;
  openBrowser(): Promise<void>;
  /** The console lines of its pages and worker, without those that cannot be avoided. */
  complaints(): string[];
  /** All of those lines, expected or not. */
  console(): string[];
  /** From now on, matching lines are no complaints. */
  allow(...patterns: RegExp[]): void;
  /** Closes it for good and deletes its storage. */
  discard(): Promise<void>;
}

const program = fileURLToPath(new URL('phone.js', import.meta.url));
const userAgent =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

/**
 * Lines of WebKit that are no faults: unknown features of newer browsers; sockets and reads that end with their page
 * (access to our own origin never fails); modules preloaded and imported, which WebKit takes for unused on a slow
 * machine; and size changes that an observer reports in the next frame, as the Resize Observer standard demands,
 * because lines that appear by scrolling have changed the list again.
 */
const ofWebKit = [
  /Unrecognized Content-Security-Policy directive 'manifest-src'/,
  /Viewport argument key "interactive-widget" not recognized/,
  /WebSocket is closed due to suspension/,
  /Fetch API cannot load http:\/\/localhost:\d+\/\S+ due to access control checks/,
  /assets\/\S+\.(js|css) was preloaded using link preload but not used/,
  /ResizeObserver loop completed with undelivered notifications/,
];

export async function openPhone(baseURL: string): Promise<Phone> {
  const profile = await mkdtemp(join(tmpdir(), 'hearthkeep-phone-'));
  const complaints: string[] = [];
  const all: string[] = [];
  const allowed = [...ofWebKit];
  let driver: ChildProcess;
  let browser: WebDriver;

  const open = async () => {
    const port = await freePort();
    driver = startDriver(port, profile, (line) => {
      if (!line) return;
      all.push(line);
      if (!allowed.some((pattern) => pattern.test(line))) complaints.push(line);
    });
    await listening(port, driver);
    browser = await startSession(port);
  };
  /** The driver leads a process group of its own, which contains the browser with all of its processes. */
  const kill = async () => {
    if (driver.exitCode !== null || driver.signalCode !== null || !driver.pid) return;
    const closed = once(driver, 'close');
    process.kill(-driver.pid, 'SIGKILL');
    await closed;
  };

  await open();
  return {
    baseURL,
    get browser() {
      return browser;
    },
    killBrowser: kill,
    openBrowser: open,
    complaints: () => complaints,
    console: () => all,
    allow: (...patterns) => allowed.push(...patterns),
    async discard() {
      await kill();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function startDriver(port: number, profile: string, onLine: (line: string) => void): ChildProcess {
  const { driver, screen } = inject('webkit');
  const child = spawn(driver, [`--port=${port}`], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DISPLAY: screen,
      GDK_BACKEND: 'x11',
      LC_ALL: 'C.UTF-8',
      TZ: businessZone,
      // No desktop is contacted, because there is none to wait for.
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      NO_AT_BRIDGE: '1',
      GIO_USE_VFS: 'local',
      PHONE_PROFILE: profile,
      PHONE_USER_AGENT: userAgent,
    },
  });
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', onLine);
  return child;
}

/** Waits until the driver answers; it does not announce itself. */
async function listening(port: number, driver: ChildProcess): Promise<void> {
  while (driver.exitCode === null && driver.signalCode === null) {
    try {
      await (await fetch(`http://127.0.0.1:${port}/status`)).text();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  throw new Error(`The driver of WebKit ended with ${driver.exitCode ?? driver.signalCode}`);
}

function startSession(port: number): Promise<WebDriver> {
  const { gjs } = inject('webkit');
  return new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities(
      new Capabilities({
        browserName: 'Phone',
        'webkitgtk:browserOptions': { binary: gjs, args: ['-m', program] },
      }),
    )
    .build();
}
