/** What is started: it asks for our Node before any code is loaded that needs it. An older Node reads no TypeScript. */
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(`Hearthkeep needs Node 24, and this is ${process.versions.node}. Run: npm start\n`);
  process.exit(1);
}
await import('./compose/serve.ts');

export {};
