const MAYBE_GROUPED = /^\d{1,3}\.\d{3}(?!\d)/;

/**
 * Which numbers of a column may be meant with a point for thousands (“5.000”) though it is read as a
 * decimal point: none if all of the column are written so, which is a precision.
 * @returns for each text, whether a reader should look at it
 */
export function maybeGrouped(column: readonly string[]): boolean[] {
  const filled = column.filter((text) => text !== '');
  const isMixed = filled.some((text) => !MAYBE_GROUPED.test(text));
  return column.map((text) => isMixed && MAYBE_GROUPED.test(text));
}
