import { spawnSync } from 'node:child_process';
import { canInstall, installPackages, onPath } from './packages.ts';

/**
 * The tools of the journeys in WebKit: its driver, an interpreter for e2e/webkit/phone.js, and a virtual display.
 */
export interface WebKit {
  driver: string;
  gjs: string;
  display: string;
}

/**
 * WebKitGTK with its driver: the installed one, or else one that is installed now. @throws if neither is possible.
 */
export function findWebKit(): WebKit {
  return present() ?? install();
}

function present(): WebKit | undefined {
  const [driver, gjs, display] = ['WebKitWebDriver', 'gjs', 'Xvfb'].map(onPath);
  return driver && gjs && display && hasLibrary(gjs) ? { driver, gjs, display } : undefined;
}

const hasLibrary = (gjs: string): boolean =>
  spawnSync(gjs, ['-c', "imports.gi.versions.WebKit2 = '4.1'; imports.gi.WebKit2"], { stdio: 'ignore' })
    .status === 0;

function install(): WebKit {
  const packages = ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'gjs', 'xvfb'];
  if (canInstall()) installPackages(...packages);
  const found = present();
  if (!found)
    throw new Error(
      `No WebKitGTK was found or could be installed, for which we need Debian or its kin, and root: apt-get install ${packages.join(' ')}`,
    );
  return found;
}
