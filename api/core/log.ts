import { type Logger, pino } from 'pino';

/** What a service may say for operators: never anything personal, never a secret. */
export interface Log {
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

/** Of lines that can't be written; later ones are dropped. */
const mostKeptBytes = 1_000_000;

/**
 * JSON lines on stdout. Nothing personal and no secret gets in: facts under these names are left out, and of an error
 * only its type, code, text and stack are kept (a driver's error holds the row's values beside them).
 */
export function createLog(level: string): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (facts: object) => withoutPrivate(facts),
    },
    serializers: { err: describeError },
  };
  // Written at once: what waits for the loop is lost in a crash, and at exit it is tried for ever when nobody reads it.
  const stdout = pino.destination({ fd: 1, sync: true, maxLength: mostKeptBytes });
  // A disk without room stops no server: what could not be written goes with what follows.
  stdout.on('error', () => {});
  return pino(options, stdout);
}

const privateNames = new Set([
  'authorization',
  'cookie',
  'headers',
  'email',
  'customerEmail',
  'phone',
  'address',
  'customerName',
  'notes',
  'clientSecret',
  'client_secret',
  'password',
  'secret',
  'token',
]);

/** By hand: pino's own redaction through wildcards took a tenth of a small request. */
function withoutPrivate(facts: object): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(facts)) {
    if (privateNames.has(name)) continue;
    kept[name] = isPlain(value) ? withoutPrivate(value) : value;
  }
  return kept;
}

const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(typeof code === 'string' ? { code } : {}),
    ...(cause === undefined || depth > 3 ? {} : { cause: describeError(cause, depth + 1) }),
  };
}
