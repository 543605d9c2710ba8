import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { TestProject } from 'vitest/node';
import { buildIfNeeded } from '../../scripts/build/build-if-needed.ts';
import { findWebKit, type WebKit } from '../../scripts/programs/webkit.ts';

declare module 'vitest' {
  interface ProvidedContext {
    webkit: WebKit & { screen: string };
  }
}

/** The journeys use the production build, on one virtual screen. @returns the function that ends it */
export default async function setup(project: TestProject): Promise<() => void> {
  const webkit = findWebKit();
  buildIfNeeded();
  const display = spawn(
    webkit.display,
    ['-displayfd', '3', '-screen', '0', '1024x1200x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    },
  );
  const number = await new Promise<string>((resolve, reject) => {
    display.on('error', reject);
    display.on('exit', (code) => reject(new Error(`${webkit.display} ended with ${code}`)));
    (display.stdio[3] as Readable).once('data', (line) => resolve(String(line).trim()));
  });
  project.provide('webkit', { ...webkit, screen: `:${number}` });
  return () => void display.kill();
}
