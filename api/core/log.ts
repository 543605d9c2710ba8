import { type Logger, pino } from 'pino';

/** A service's messages for operators: never anything personal, never a secret. */
export interface Log {
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}

/** The limit for lines that cannot be written; later lines are dropped. */
const mostKeptBytes = 1_000_000;

/**
 * JSON lines on stdout, without personal data or secrets. Facts under private names are left out. Of an error only
 * its type, code, text and stack are kept, because a driver's error also holds the row's values.
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
  // Synchronous: buffered lines are lost in a crash, and at exit pino retries them for ever when nobody reads
  // stdout.
  const stdout = pino.destination({ fd: 1, sync: true, maxLength: mostKeptBytes });
  // A full disk must not stop the server. Unwritten lines are written with the next ones.
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

/** Written by hand because pino's own redaction with wildcards took a tenth of a small request's time. */
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
