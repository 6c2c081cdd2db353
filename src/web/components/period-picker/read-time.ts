/**
 * A typed time of day as HH:MM, on a clock of 24 hours: "14:30", "9.05", "1430"; seconds and a fraction
 * are kept if they are given.
 * @returns null if it is none, or not surely one: "2 pm" and "14" are refused
 */
export function readTime(text: string): string | null {
  const typed = /^(\d{1,2})(?:[:.]|(?=\d\d$))(\d\d)(:\d\d(?:\.\d+)?)?$/.exec(text.trim());
  if (typed === null) return null;
  const [, hour = '', minute = '', rest = ''] = typed;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(rest.slice(1, 3)) > 59) return null;
  return `${hour.padStart(2, '0')}:${minute}${rest}`;
}
