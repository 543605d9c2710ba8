/**
 * The entry point. It checks the version of Node before it loads other code, because an older Node reads no
 * TypeScript.
 */
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`Hearthkeep needs Node 24, and this is ${process.versions.node}. Run: npm start\n`);
  process.exit(1);
}
await import('./compose/serve.ts');

export {};
