/** A decimal number as our own files write it; it cannot be a formula. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** What makes a spreadsheet take a text for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A record of a CSV file as RFC 4180 says, with its line end. A text that a spreadsheet would run as a
 * formula gets an apostrophe in front.
 */
export function csvRow(fields: readonly string[]): string {
  const cells = fields.map((field) => {
    const safe = FORMULA.test(field) && !NUMBER.test(field) ? `'${field}` : field;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${cells.join(',')}\r\n`;
}
