import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Environment for processes that tests start many times: each start need not compile the same code. */
export const compileOnce = { NODE_COMPILE_CACHE: join(tmpdir(), 'hearthkeep-compiled') };
