const TIME = /^(\d{1,2})(?:([:.])(\d\d)(?:\2(\d\d)(?:[.,](\d+))?)?|(\d\d))$/;

/**
 * A time of day as HH:MM, on a 24-hour clock: "14:30", "9.05", "1430"; with seconds and
 * milliseconds if they are not zero.
 * @returns null if it is invalid or ambiguous: "2 pm", "14" and "14,30" are rejected
 */
export function readTime(text: string): string | null {
  const typed = TIME.exec(text.trim());
  if (typed === null) return null;
  const [, hour = '', , marked, second = '00', fraction = '', bare] = typed;
  const minute = marked ?? bare ?? '';
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  const rest = `:${second}.${fraction.slice(0, 3).padEnd(3, '0')}`;
  return `${hour.padStart(2, '0')}:${minute}${rest.replace(/(?:(?::00)?\.000)$/, '')}`;
}
