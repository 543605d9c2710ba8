import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program on the PATH. */
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

/** The prefix of apt-get on this machine; `null` if we may not install its packages. */
function asRoot(): string[] | null {
  if (!onPath('apt-get')) return null;
  if (process.getuid?.() === 0) return [];
  const may = onPath('sudo') && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  return may ? ['sudo', '-n'] : null;
}

/** Whether the machine's packages can be installed without a question: as root on Debian and its relatives. */
export const canInstall = (): boolean => asRoot() !== null;

/** Installs packages of the machine, without recommended ones. @throws when it fails. */
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
