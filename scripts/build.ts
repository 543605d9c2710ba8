import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { dist, hashInputs, stamp, top } from './build/build-if-needed.ts';
import { circleIn } from './build/circles.ts';
import { buildServerBundle } from './build/visitor-pages-plugin.ts';
import { weighVisitorPages } from './build/weigh-visitors.ts';

interface Chunk {
  file: string;
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

const firstScreen = 'JavaScript of the first signed-in screen';
const landing = 'JavaScript of the landing page';
const worker = 'the worker, without its list';
const list = "the worker's list of the release's files";
const firstStyles = 'CSS of the first signed-in screen';
const landingPage = 'the landing page itself, its styles and drawings in it';
const catalogueScript = 'JavaScript of the visitors’ catalogue';
const cataloguePage = 'the visitors’ catalogue of 500 services, its styles and drawings in it';
/**
 * Brotli kilobytes, the most that each may weigh; `wanted` is the aim. The files that the first screen loads on demand
 * until the network is idle weigh 4 kB more: `e2e/home.spec.ts` holds all of them to 150 kB.
 */
const budgets: Record<string, number> = {
  [firstScreen]: 146,
  [landing]: 75,
  [worker]: 15,
  [list]: 4,
  [firstStyles]: 15,
  [landingPage]: 25,
  [catalogueScript]: 5,
  [cataloguePage]: 60,
};
const wanted = 130;

/** Builds the app into dist/, compresses it, and weighs it. @throws when a budget is exceeded, or files import in a circle. */
async function buildApp(): Promise<void> {
  await build({ configFile: resolve(top, 'vite.config.ts'), logLevel: 'warn' });
  await buildServerBundle(resolve(top, 'app'), resolve(dist, '.server'));
  await compress();
  await weigh();
  writeFileSync(stamp, hashInputs());
}

/** The server sends these instead of compressing at every request. Files are compressed side by side. */
async function compress(): Promise<void> {
  const files = globSync('**/*.{js,css,html,svg,webmanifest,json}', { cwd: dist });
  // The server writes into these pages: a nonce at every request, or what is published.
  const compressed = files.filter((file) => !/^(index|landing|catalogue)\.html$/.test(file));
  await Promise.all(
    compressed.map(async (file) => {
      const path = resolve(dist, file);
      const bytes = await readFile(path);
      await Promise.all([
        promisify(brotliCompress)(bytes, quality).then((small) => writeFile(`${path}.br`, small)),
        promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
      ]);
    }),
  );
}

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
const kilobytes = (file: string) => statSync(resolve(dist, `${file}.br`)).size / 1000;

/** The worker grows with its code, and its list with the number of files: each has a budget of its own. */
function weighWorker(): { [worker]: number; [list]: number } {
  const whole = readFileSync(resolve(dist, 'sw.js'), 'utf8');
  const code = whole.replace(/\[\{"revision":[^\]]*\]/, '[]');
  if (code === whole) throw new Error('The worker has no list of files');
  const weight = brotliCompressSync(code, quality).length / 1000;
  return { [worker]: weight, [list]: kilobytes('sw.js') - weight };
}

async function weigh(): Promise<void> {
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(resolve(dist, '.vite/manifest.json'), 'utf8'),
  );
  const circle = circleIn(manifest);
  if (circle) throw new Error(`Files of the build import each other: ${circle.join(' → ')}`);
  /**
   * These files with all files that they import, directly or not; with `later`, also those that they load on demand.
   */
  const files = (names: string[], later: boolean) => {
    const chunks = new Set<string>();
    const styles = new Set<string>();
    const follow = (name: string) => {
      const chunk = manifest[name];
      if (!chunk) throw new Error(`The build has no ${name}`);
      if (chunks.has(chunk.file)) return;
      chunks.add(chunk.file);
      for (const style of chunk.css ?? []) styles.add(style);
      for (const next of [...(chunk.imports ?? []), ...((later && chunk.dynamicImports) || [])]) follow(next);
    };
    for (const name of names) follow(name);
    return { chunks, styles };
  };
  const sum = (some: Iterable<string>) => [...some].reduce((total, file) => total + kilobytes(file), 0);
  // The entry, its imports, and the dashboard's own page.
  const first = files(['index.html', 'routes/home.tsx'], false);
  const visitors = await weighVisitorPages(dist);
  const weights: Record<string, number> = {
    [firstScreen]: sum(first.chunks),
    // All files, including those that wait until the page is shown.
    [landing]: sum(files(['landing.html'], true).chunks),
    ...weighWorker(),
    [firstStyles]: sum(first.styles),
    // All files, too: without them the page can be read.
    [catalogueScript]: sum(files(['catalogue.html'], true).chunks),
    [landingPage]: visitors.landing,
    [cataloguePage]: visitors.catalogue,
  };
  const broken: string[] = [];
  for (const [name, weight] of Object.entries(weights)) {
    const budget = budgets[name] ?? 0;
    console.log(`${weight.toFixed(1).padStart(7)} kB of ${budget} kB brotli  ${name}`);
    if (weight > budget) broken.push(name);
  }
  const pages = globSync('app/routes/**/*.tsx').filter((file) =>
    /^export default /m.test(readFileSync(file, 'utf8')),
  );
  const shared = pages.filter((file) => !manifest[file.replace('app/', '')]?.isDynamicEntry);
  if (shared.length) throw new Error(`Not a chunk of its own: ${shared.join(', ')}`);
  const over = (weights[firstScreen] ?? 0) - wanted;
  if (over > 0)
    console.log(`${over.toFixed(1).padStart(7)} kB above the ${wanted} kB that we want for the first screen`);
  if (broken.length) throw new Error(`Over budget: ${broken.join(', ')}`);
}

if (import.meta.main) {
  try {
    await buildApp();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
