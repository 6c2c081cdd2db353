/** A bar this many times as high as the usual ones is cut. */
const CUT_FROM = 10;

/**
 * The top of the axis of a bar chart that would be flattened by a few bars: at most one in ten, at least one.
 * @param bars heights, in any unit and order
 * @returns null: the highest bar is the top, as usual
 */
export function axisTop(bars: readonly number[]): number | null {
  const sorted = bars.filter((bar) => bar > 0).toSorted((a, b) => b - a);
  const usual = sorted[Math.max(1, Math.ceil(sorted.length / 10))];
  const [highest] = sorted;
  if (usual === undefined || highest === undefined || highest < CUT_FROM * usual) return null;
  return Number((1.25 * usual).toPrecision(2));
}
