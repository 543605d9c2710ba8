/** The files of the build by their names in the manifest, each with the files that it imports at once. */
export type Imports = Record<string, { imports?: string[] }>;

/**
 * Finds the first circle of imports in a build: the names along it, with the first one repeated at the end. In a
 * circle, a file may run before a file that it imports, and then reads undefined values without an error.
 * @returns undefined when there is none
 */
export function circleIn(manifest: Imports): string[] | undefined {
  const clear = new Set<string>();
  const follow = (name: string, path: string[]): string[] | undefined => {
    if (clear.has(name)) return undefined;
    const at = path.indexOf(name);
    if (at >= 0) return [...path.slice(at), name];
    for (const next of manifest[name]?.imports ?? []) {
      const circle = follow(next, [...path, name]);
      if (circle) return circle;
    }
    clear.add(name);
    return undefined;
  };
  for (const name of Object.keys(manifest)) {
    const circle = follow(name, []);
    if (circle) return circle;
  }
  return undefined;
}
