/**
 * A typed time of day as HH:MM, on a 24-hour clock: "14:30", "9.05", "1430"; keeps seconds and a fraction.
 * @returns null if it is invalid or ambiguous: "2 pm" and "14" are rejected
 */
export function readTime(text: string): string | null {
  const typed = /^(\d{1,2})(?:[:.]|(?=\d\d$))(\d\d)(:\d\d(?:\.\d+)?)?$/.exec(text.trim());
  if (typed === null) return null;
  const [, hour = '', minute = '', rest = ''] = typed;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(rest.slice(1, 3)) > 59) return null;
  return `${hour.padStart(2, '0')}:${minute}${rest}`;
}
