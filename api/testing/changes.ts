import type { Change, Changes } from '../bus/changed.ts';

/** Every change that a server's services tell from now on; they reach open apps all the same. */
export function recordChanges({ changes }: { changes: Changes }): Change[] {
  const told: Change[] = [];
  const tell = changes.tell;
  changes.tell = (change) => {
    told.push(change);
    tell(change);
  };
  return told;
}
