import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nameIntegrity } from '../scripts/build/integrity-plugin.ts';

/** A release as deployed: a folder with the server and the app built with it. */
export interface Release {
  folder: string;
  /** The mark on its `<html>`. */
  mark: string | null;
  /** The pages of signed-in people, whose code loads when they are first opened: file by the app's own path. */
  pages: Map<string, string>;
}

interface Chunk {
  file: string;
  isDynamicEntry?: boolean;
}

const top = resolve('.');
const hashed = /^(.+-)([\w-]{7})(\.(?:js|css|woff2))$/;
const isText = (name: string) => /\.(js|css|html|json|svg|webmanifest)$/.test(name);

/** The release in this checkout. */
export const thisRelease = async (): Promise<Release> => ({
  folder: top,
  mark: null,
  pages: await pagesOf(join(top, 'dist')),
});

async function pagesOf(dist: string): Promise<Map<string, string>> {
  const manifest: Record<string, Chunk> = JSON.parse(
    await readFile(join(dist, '.vite/manifest.json'), 'utf8'),
  );
  const ofTeam = new Map(
    [
      ...(await readFile(join(top, 'app/routes/admin/code.ts'), 'utf8')).matchAll(
        /(\w+): \(\) => import\('\.\/([\w-]+\.tsx)'\)/g,
      ),
    ].map(([, name, file]) => [name, file]),
  );
  const source = (await readFile(join(top, 'app/routes/pages.tsx'), 'utf8')).replace(
    /loadTeamCode\('(\w+)'\)/g,
    (_, name: string) => `() => import('./admin/${ofTeam.get(name)}')`,
  );
  const [ofMembers = ''] = /memberPages: PageRoute\[\] = \[([\s\S]*?)\n\];/.exec(source) ?? [];
  const code = String.raw`pageCode\(\(\) => import\('\./([\w/-]+\.tsx)'\)(?:, true)?\)`;
  const named = new Map(
    [...source.matchAll(new RegExp(`const (\\w+) = ${code}`, 'g'))].map(([, name, from]) => [name, from]),
  );
  const rows = [...ofMembers.matchAll(new RegExp(String.raw`path: '([^']+)', \.\.\.(?:${code}|(\w+))`, 'g'))];
  return new Map(
    rows.map(([, path = '', from, name]) => {
      const chunk = manifest[`routes/${from ?? named.get(name)}`];
      if (!chunk?.isDynamicEntry) throw new Error(`${path} is no code of its own`);
      return [path, chunk.file];
    }),
  );
}

/**
 * A release after this one. All its code has another content and so another name, its worker another list, and its
 * pages other addresses. It stores answers in another form, so that its stored copy has a newer version.
 */
export async function nextRelease(): Promise<Release & { discard(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'hearthkeep-release-'));
  const dist = join(folder, 'dist');
  await cp(join(top, 'api'), join(folder, 'api'), { recursive: true });
  await cp(join(top, 'package.json'), join(folder, 'package.json'));
  await cp(join(top, 'manifest.webmanifest'), join(folder, 'manifest.webmanifest'));
  await cp(join(top, 'public/icons'), join(folder, 'public/icons'), { recursive: true });
  await mkdir(join(folder, 'app'));
  await symlink(join(top, 'app/theme'), join(folder, 'app/theme'));
  await symlink(join(top, 'node_modules'), join(folder, 'node_modules'));
  await cp(join(top, 'dist'), dist, { recursive: true, filter: (path) => !/\.(br|gz)$/.test(path) });

  const names = new Map<string, string>();
  for (const name of await readdir(join(dist, 'assets'))) {
    const [, stem, hash = '', end] = hashed.exec(name) ?? [];
    if (!stem) throw new Error(`${name} holds no hash`);
    names.set(name, `${stem}${hash.slice(1)}${hash[0] === 'n' ? 'N' : 'n'}${end}`);
  }
  if (new Set([...names.keys(), ...names.values()]).size !== 2 * names.size)
    throw new Error('Two files of one name');
  const anyName = new RegExp([...names.keys()].map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  const files = await readdir(dist, { recursive: true, withFileTypes: true });
  let versions = 0;
  for (const entry of files) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(entry.parentPath, names.get(entry.name) ?? entry.name);
    const content = await readFile(from);
    await rm(from);
    if (!isText(entry.name)) {
      await writeFile(to, content);
      continue;
    }
    let text = content
      .toString()
      .replace(anyName, (name) => names.get(name) ?? name)
      .replace(/("revision":")(\w{32})/g, (_, before, revision) => before + [...revision].reverse().join(''))
      .replace('<html ', '<html data-release="next" ')
      .replace(/(`hearthkeep-cache`,[\w$]+=)(\d+)\b/, (_, before, version) => {
        versions += 1;
        return `${before}${Number(version) + 1}`;
      });
    if (/\.(js|css)$/.test(entry.name)) text += '\n/* next */';
    await writeFile(to, text);
  }
  nameIntegrity(dist);
  if (versions < 2) throw new Error('The app and its worker both name the version of the stored copy');
  return {
    folder,
    mark: 'next',
    pages: await pagesOf(dist),
    discard: () => rm(folder, { recursive: true, force: true }),
  };
}
