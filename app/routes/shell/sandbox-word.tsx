import { useConfig } from '../../lib/session.ts';

/** Over every page where others may come to sandboxes: nobody is to take these for the real thing. */
export function SandboxWord() {
  return useConfig()?.sandboxSaid ? <aside className="sandbox-word">Sandbox</aside> : null;
}
