import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** What runs before anything is installed: plain JavaScript, on the machine's own Node ≥ 20. */
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const at = (...path) => join(root, ...path);
const node = at('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const stamp = at('node_modules', '.hearthkeep-lock');

/** Installs what is missing, then runs a script of this folder on the Node that the lock file names. */
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
  process.stderr.write('Installing what package-lock.json names…\n');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const flags = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = spawnSync(npm, ['ci', ...flags], { stdio: ['ignore', 2, 2] });
  if (status !== 0) fail(`npm ci failed${error ? `: ${error.message}` : ''}`);
  if (!existsSync(node))
    fail('npm ci ran without install scripts, which bring Node 24; allow them and start again');
  writeFileSync(stamp, lock);
}

/** By our own stamp; or, after someone's `npm install`, by npm's. */
function isInstalled(lock) {
  if (!existsSync(node)) return false;
  if (existsSync(stamp)) {
    if (readFileSync(stamp, 'utf8') === lock) return true;
  }
  const npms = at('node_modules', '.package-lock.json');
  return existsSync(npms) && statSync(npms).mtimeMs >= statSync(at('package-lock.json')).mtimeMs;
}

/** Signals reach the child, its exit code is ours. */
function handOver(file) {
  const child = spawn(node, [file, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(error.message));
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
