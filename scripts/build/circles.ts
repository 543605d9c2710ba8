/** A file of the build, by its name in the manifest, and those that it imports at once. */
export type Imports = Record<string, { imports?: string[] }>;

/**
 * The first circle among a build's files: the names along it, the first one repeated at the end. Files that import
 * each other may run before what they read exists, so that a value is undefined without an error.
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
