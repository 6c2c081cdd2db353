import { areOpposite, isSameCommand } from './command-rules.ts';
import { instantMs } from './instant.ts';

interface Planned {
  type: string | null;
  value: string | null;
  triggerTime: string | null;
}

/** Two Commands of one request that contradict or duplicate each other. */
export interface Clash {
  /** Index of the later one, and of the earlier one that it clashes with. */
  index: number;
  earlier: number;
  kind: 'same' | 'opposite';
}

/**
 * Commands of one request that are equal, or reverse each other, at the same second: each later one
 * with the first that it clashes with. A start at 02:00 and a stop at 06:00 do not clash.
 * @param items null for a row that is not complete yet
 */
export function clashesWithin(items: readonly (Planned | null)[]): Clash[] {
  const bySecond = new Map<number, { index: number; item: Planned }[]>();
  const clashes: Clash[] = [];
  for (const [index, item] of items.entries()) {
    const at = item === null ? null : instantMs(item.triggerTime);
    if (item === null || at === null) continue;
    const second = Math.floor(at / 1000);
    const earlierOnes = bySecond.get(second) ?? [];
    for (const earlier of earlierOnes) {
      const same = isSameCommand(earlier.item, item);
      if (!same && !areOpposite(earlier.item.type, item.type)) continue;
      clashes.push({ index, earlier: earlier.index, kind: same ? 'same' : 'opposite' });
      break;
    }
    earlierOnes.push({ index, item });
    bySecond.set(second, earlierOnes);
  }
  return clashes;
}
