/** A decimal number in our own files; it cannot be a formula. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;
/** Characters that make a spreadsheet treat a text as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A record of a CSV file by RFC 4180, with its line end. A text that a spreadsheet would run as a
 * formula gets a leading apostrophe.
 */
export function csvRow(fields: readonly string[]): string {
  const cells = fields.map((field) => {
    const safe = FORMULA.test(field) && !NUMBER.test(field) ? `'${field}` : field;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${cells.join(',')}\r\n`;
}
