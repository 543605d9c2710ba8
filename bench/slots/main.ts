import { race } from './race.ts';
import { measureSpeed } from './speed.ts';

// `npm run bench:slots`: the searches for free times and for candidates (`--speed`), and the race for them (`--race`).
const only = ['--speed', '--race'].filter((part) => process.argv.includes(part));
const runs = (part: string) => only.length === 0 || only.includes(part);
let isReached = true;
if (runs('--speed')) isReached = (await measureSpeed()) && isReached;
if (runs('--race')) isReached = (await race()) && isReached;
process.exitCode = isReached ? 0 : 1;
