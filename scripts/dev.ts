import { type ChildProcess, spawn } from 'node:child_process';

/** `npm run dev`: the API, restarted when its files change, behind Vite with hot replacement. */
const apiPort = process.env.PORT || '3000';
/** The address of Vite, fixed by vite.config.ts, which people open. */
const publicUrl = process.env.PUBLIC_URL || 'http://localhost:5173';

const children: ChildProcess[] = [
  run(process.execPath, ['--watch', '--watch-path=api', 'api/main.ts'], {
    NODE_ENV: 'development',
    PUBLIC_URL: publicUrl,
  }),
  run('node_modules/.bin/vite', [], { API_PORT: apiPort }),
];
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}

function run(program: string, args: string[], env: Record<string, string>): ChildProcess {
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  child.on('exit', (code) => {
    for (const other of children) if (other !== child) other.kill();
    process.exitCode ||= code ?? 0;
  });
  return child;
}
