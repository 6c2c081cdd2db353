import { NO_VALUE } from '../contract/console/choices.ts';
import type { DateSpan } from './last-days.ts';
import { instantMs, isoInstant } from './instant.ts';

/** Shown for a missing value; never a zero. */
export const MISSING = '–';

const LOCALE = 'en-GB';
const cache = new Map<string, Intl.DateTimeFormat>();

function dateFormat(zone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${JSON.stringify(options)}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat(LOCALE, { ...options, timeZone: zone });
  cache.set(key, made);
  return made;
}

/** A number with fixed decimals and thousands separators, or a dash. */
export function formatNumber(value: number | null, decimals = 0): string {
  if (value === null || !Number.isFinite(value)) return MISSING;
  return value.toLocaleString(LOCALE, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    // No minus before a zero.
    signDisplay: 'negative',
  });
}

/** A decimal number with thousands separators; all of its digits are kept. */
export function formatDecimal(text: string): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(.*)$/.exec(text) ?? [];
  return whole === '' ? text : `${sign}${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}${rest}`;
}

/** Whole minutes as hours and minutes, even above a day: "1,204 h 05 min". */
export function formatHours(minutes: number): string {
  const size = Math.abs(minutes);
  const sign = minutes < 0 ? '-' : '';
  return `${sign}${formatNumber(Math.floor(size / 60))} h ${String(size % 60).padStart(2, '0')} min`;
}

/** A quantity with its unit, verbatim, or a dash. */
export function formatQuantity(value: number | null, unit: string | null, decimals = 1): string {
  if (value === null) return MISSING;
  return unit === null ? formatNumber(value, decimals) : `${formatNumber(value, decimals)} ${unit}`;
}

/** Decimals of energy on screen; the exact value is in its hint, and in files. */
export const ENERGY_DECIMALS = 2;

/** Energy as shown, with its unit, or a dash. @param unit null: shown elsewhere */
export function formatEnergy(value: number | null, unit: string | null): string {
  return formatQuantity(value, unit, ENERGY_DECIMALS);
}

/** A short amount: 1,204 and 12.5 and 0.75; a hint has the exact one. */
export function formatCompact(value: number): string {
  const size = Math.abs(value);
  return formatNumber(value, size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2);
}

const ENERGY_UNITS = ['Wh', 'kWh', 'MWh', 'GWh', 'TWh'];
const THOUSANDS = ['', 'k', 'M', 'G'];

/** A quantity in three or four digits: "117.7 MWh", "9,968 h", "1.20M CHF"; a hint has the exact one. */
export function formatShort(value: number, unit: string | null): string {
  const at = ENERGY_UNITS.indexOf(unit ?? '');
  const steps = at === -1 ? THOUSANDS : ENERGY_UNITS.slice(at);
  let [amount, step] = [value, 0];
  while (Math.abs(amount) >= 10_000 && step < steps.length - 1) {
    amount /= 1000;
    step += 1;
  }
  const size = Math.abs(amount);
  const isCount = at === -1 && step === 0 && Number.isInteger(value);
  const short = formatNumber(amount, size >= 1000 || isCount ? 0 : size >= 100 ? 1 : 2);
  return at === -1
    ? [`${short}${steps[step] ?? ''}`, unit].filter(Boolean).join(' ')
    : `${short} ${steps[step] ?? ''}`;
}

/** Energy with all decimals and its unit, for hints. */
export function exactEnergy(value: number | null, unit: string | null): string | undefined {
  if (value === null) return undefined;
  return [formatDecimal(String(value)), unit].filter(Boolean).join(' ');
}

/** "412 entities", "1 entity". */
export function formatCount(count: number, one: string, many: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

/** A calendar date, independent of zones: "12 Apr 2022"; other text is returned unchanged. */
export function formatDate(date: string): string {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(ms) ? date : dateFormat('UTC', { dateStyle: 'medium' }).format(ms);
}

/** "25 Oct 2026 to 23 Nov 2026". @param span dates YYYY-MM-DD */
export function formatDateSpan({ from, to }: DateSpan): string {
  return `${formatDate(from)} to ${formatDate(to)}`;
}

/** The date of an instant in a zone: "12 Apr 2022". */
export function formatDay(instant: string, zone: string): string {
  const ms = instantMs(instant);
  return ms === null ? instant : dateFormat(zone, { dateStyle: 'medium' }).format(ms);
}

/** Date and time of day in a zone, to the minute: "12 Apr 2022, 19:27". */
export function formatDateTime(instant: string | null, zone: string): string {
  const ms = instantMs(instant);
  if (ms === null) return instant ?? MISSING;
  return dateFormat(zone, { dateStyle: 'medium', timeStyle: 'short' }).format(ms);
}

/** Date, time to the second and zone, for titles, records and tooltips. */
export function formatExact(instant: string | null, zone: string): string {
  const ms = instantMs(instant);
  if (ms === null) return instant ?? MISSING;
  const text = dateFormat(zone, { dateStyle: 'medium', timeStyle: 'medium' }).format(ms);
  return `${text} ${zoneOffset(zone, ms)}`;
}

/** Date and time with the offset, for plans; seconds only if not zero: "28 Mar 2027, 03:30 UTC+02:00". */
export function formatPlanned(instant: string | null, zone: string): string {
  const ms = instantMs(instant);
  if (ms === null) return instant ?? MISSING;
  return ms % 60_000 === 0
    ? `${formatDateTime(instant, zone)} ${zoneOffset(zone, ms)}`
    : formatExact(instant, zone);
}

/** "+01:00". @param minutes ahead of UTC */
export function formatOffset(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Like `formatPlanned`, by an offset in minutes instead of the zone data of this machine. */
export function formatAtOffset(instant: string | null, offsetMinutes: number): string {
  const ms = instantMs(instant);
  if (ms === null) return instant ?? MISSING;
  const local = formatPlanned(isoInstant(ms + offsetMinutes * 60_000), 'UTC');
  return offsetMinutes === 0 ? local : `${local}${formatOffset(offsetMinutes)}`;
}

/** A wall clock without a zone: "28 Mar 2027, 02:30", with seconds if it has any. */
export function formatWallClock(wallClock: string): string {
  return formatPlanned(`${wallClock}${wallClock.length > 16 ? '' : ':00'}Z`, 'UTC').replace(
    / UTC$/,
    '',
  );
}

/** Time of day to the second in a zone: "14:02:31". */
export function formatClock(instant: string | null, zone: string): string {
  const ms = instantMs(instant);
  return ms === null ? MISSING : dateFormat(zone, { timeStyle: 'medium' }).format(ms);
}

/** The UTC offset of a zone at an instant, as "UTC+02:00". */
function zoneOffset(zone: string, ms: number): string {
  const parts = dateFormat(zone, { timeZoneName: 'longOffset' }).formatToParts(ms);
  const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? zone;
  return name.replace('GMT', 'UTC').replace('+00:00', '');
}

/**
 * An instant in a zone as ISO 8601 with its offset, for files: "2026-03-02T15:02:31+01:00".
 * @param instant ISO 8601; other text is returned unchanged, null as an empty text
 */
export function formatIso(instant: string | null, zone: string): string {
  const ms = instantMs(instant);
  if (ms === null) return instant ?? '';
  const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})/.exec(zoneOffset(zone, ms)) ?? [];
  if (sign === undefined) return `${new Date(ms).toISOString().slice(0, 19)}Z`;
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
  const local = new Date(ms + ahead).toISOString().slice(0, 19);
  return `${local}${sign}${hours}:${minutes}`;
}

/** A duration: "2 h 05 min", "45 s". */
export function formatDuration(ms: number | null): string {
  if (ms === null || !Number.isFinite(ms)) return MISSING;
  const sign = ms < 0 ? '−' : '';
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 60) return `${sign}${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${sign}${minutes} min`;
  const hours = Math.floor(minutes / 60);
  const rest = String(minutes % 60).padStart(2, '0');
  if (hours < 48) return `${sign}${hours} h ${rest} min`;
  return `${sign}${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** Above this, minutes are noise; in ms. */
const WHOLE_HOURS_MS = 6 * 3_600_000;
const TWO_DAYS_MS = 48 * 3_600_000;

/** The distance to now, in whole hours from six hours on. */
function formatGap(ms: number): string {
  return ms >= WHOLE_HOURS_MS && ms < TWO_DAYS_MS
    ? `${Math.floor(ms / 3_600_000)} h`
    : formatDuration(ms);
}

/** Time since or until an instant: "3 min ago", "in 2 h 05 min", "12 h ago", "just now". */
export function formatRelative(instant: string | null, nowMs: number): string {
  const ms = instantMs(instant);
  if (ms === null) return instant ?? MISSING;
  const gap = ms - nowMs;
  if (Math.abs(gap) < 5000) return 'just now';
  return gap < 0 ? `${formatGap(-gap)} ago` : `in ${formatGap(gap)}`;
}

/**
 * Time until an instant, to the second within an hour: "in 4 min 12 s".
 * @returns null if it is past, or not an instant
 */
export function formatCountdown(instant: string | null, nowMs: number): string | null {
  const ms = instantMs(instant);
  if (ms === null || ms <= nowMs) return null;
  const seconds = Math.ceil((ms - nowMs) / 1000);
  if (seconds < 60) return `in ${seconds} s`;
  if (seconds >= 3600) return `in ${formatDuration(ms - nowMs)}`;
  return `in ${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** The short form of a UUID, shown if a name is missing. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}

/** The name of a Collective, or the short form of its id. */
export function collectiveLabel(of: {
  collectiveId: string;
  collectiveName: string | null;
}): string {
  return of.collectiveName ?? `Collective ${shortId(of.collectiveId)}`;
}

/** The type of an Entity or a Collective in words: "VirtualPowerPlant" is "Virtual power plant", "EV" stays. */
export function typeLabel(type: string | null): string {
  return type === null || type === NO_VALUE ? 'Type not known' : nameInWords(type);
}

/** A name that the Service gives, such as that of a feature: "CaptureChargeSessions" is "Capture charge sessions". */
export function nameInWords(name: string): string {
  const [first = '', ...rest] = name.split(/(?<=[a-z])(?=[A-Z])/);
  const words = rest.map((word) => (/[a-z]/.test(word) ? word.toLowerCase() : word));
  return [first, ...words].join(' ');
}
