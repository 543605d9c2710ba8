/** A part of a day, in minutes from its midnight. */
export interface Block {
  from: number;
  until: number;
}

/** The place of a block among those that overlap. */
export interface Place {
  /** Counted from the left, from 0. */
  at: number;
  /** The number of places beside each other. */
  of: number;
  /** The number of its group: blocks that overlap, directly or by others between them. */
  group: number;
}

/** The least minutes for which a block has the height of its words. */
const leastMinutes = 30;

/** Gives each block a place, so that no two cover each other. In the order of their beginning, the longest first. */
export function stacked<B extends Block>(blocks: readonly B[]): (B & Place)[] {
  const groups: (B & { at: number })[][] = [];
  let ends: number[] = [];
  for (const block of blocks.toSorted((a, b) => a.from - b.from || b.until - a.until)) {
    if (ends.every((end) => end <= block.from)) {
      groups.push([]);
      ends = [];
    }
    const free = ends.findIndex((end) => end <= block.from);
    const at = free < 0 ? ends.length : free;
    ends[at] = Math.max(block.until, block.from + leastMinutes);
    groups.at(-1)?.push({ ...block, at });
  }
  return groups.flatMap((all, group) => {
    const of = Math.max(...all.map(({ at }) => at)) + 1;
    return all.map((block) => ({ ...block, of, group }));
  });
}

/** The most places beside each other; 1 without any. */
export const mostPlaces = (blocks: readonly Place[]): number => Math.max(1, ...blocks.map(({ of }) => of));

/** The blocks that have room in `places` beside each other, and how many of each group have none. */
export function folded<B extends Block & Place>(
  blocks: readonly B[],
  places: number,
): { shown: B[]; more: (Block & { group: number; count: number })[] } {
  const shown = blocks
    .filter(({ at }) => at < places)
    .map((block) => ({ ...block, of: Math.min(block.of, places) }));
  const hidden = Map.groupBy(
    blocks.filter(({ at }) => at >= places),
    ({ group }) => group,
  );
  const more = [...hidden].map(([group, all]) => ({
    ...{ group, count: all.length },
    from: Math.min(...all.map(({ from }) => from)),
    until: Math.max(...all.map(({ until }) => until)),
  }));
  return { shown, more };
}
