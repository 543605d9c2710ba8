import { useConfig } from '../../lib/session.ts';

/** A label over every page if strangers may reach sandboxes, so that nobody takes them for the real service. */
export function SandboxWord() {
  return useConfig()?.sandboxSaid ? <aside className="sandbox-word">Sandbox</aside> : null;
}
