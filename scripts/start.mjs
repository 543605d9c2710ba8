import { bootstrap } from './bootstrap.mjs';

await bootstrap('start.ts');
