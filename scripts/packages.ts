import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program that stands on the PATH. */
export function onPath(name: string): string | undefined {
  const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Runs a program whose output goes to stderr. @throws when it fails. */
export function run(command: string, args: string[]): void {
  execFileSync(command, args, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** What stands before apt-get here; `null` where the machine's packages are not ours to install. */
function asRoot(): string[] | null {
  if (!onPath('apt-get')) return null;
  if (process.getuid?.() === 0) return [];
  const may = onPath('sudo') && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  return may ? ['sudo', '-n'] : null;
}

/** Whether packages of the machine's can be installed without asking anybody: by root on Debian and its kin. */
export const canInstall = (): boolean => asRoot() !== null;

/** Installs packages of the machine's, without what they recommend. @throws when it fails. */
export function installPackages(...names: string[]): void {
  const apt = [...(asRoot() ?? []), 'apt-get'];
  const steps = [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...names],
  ];
  for (const step of steps) {
    const [program = '', ...args] = [...apt, ...step];
    run(program, args);
  }
}
