const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/**
 * A typed day as YYYY-MM-DD: "22 Nov 2026", "22.11.2026" or "2026-11-22".
 * @returns null if it is invalid or ambiguous: 3/4/2026 differs by country
 */
export function readDay(text: string): string | null {
  const typed = text.trim().toLowerCase();
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed);
  if (iso !== null) return checked(iso[1], iso[2], iso[3]);
  const dotted = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(typed);
  if (dotted !== null) return checked(dotted[3], dotted[2], dotted[1]);
  const named = /^(\d{1,2})\.?\s*([a-z]{3})[a-z]*\.?,?\s*(\d{4})$/.exec(typed);
  if (named === null) return null;
  return checked(named[3], String(MONTHS.indexOf(named[2] ?? '') + 1), named[1]);
}

function checked(year = '', month = '', day = ''): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const ms = Date.parse(`${date}T00:00:00Z`);
  // 31 February would be read as a day in March.
  const exists = !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date);
  return exists && date >= '2000-01-01' && date <= '2199-12-31' ? date : null;
}
