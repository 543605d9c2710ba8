import { type Logger, pino } from 'pino';

/**
 * JSON lines on stdout. Nothing personal and no secret gets in: what carries such things is cut out by name, and of
 * an error only its type, code, text and stack are kept (a driver's error holds the row's values beside them).
 */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
  });
}

const secrets = [
  'authorization',
  'cookie',
  'email',
  'customerEmail',
  'phone',
  'address',
  'customerName',
  'clientSecret',
  'client_secret',
  'password',
  'secret',
  'token',
];

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
