import type { Change, Changes } from '../../bus/changed.ts';

/** Records every change that a server's services tell from now on; open apps still receive them. */
export function recordChanges({ changes }: { changes: Changes }): Change[] {
  const recorded: Change[] = [];
  const tell = changes.tell;
  changes.tell = (change) => {
    recorded.push(change);
    tell(change);
  };
  return recorded;
}
