import { Uuid } from '../../contract/primitives.ts';
import { z } from '../../contract/zod.ts';
import { readIds } from '../pasted-ids.ts';
import { DefinitionForm, emptyForm } from './definition-form.ts';

/** Longest definition in a link, so that addresses stay within the limits of servers and mail programs. */
const LINK_MAX = 4000;

/** Ids without separators that an address would have to escape. */
const Ids = z
  .string()
  .transform((text) => text.split('.'))
  .pipe(z.array(Uuid))
  .optional();

const Names = DefinitionForm.shape.types.optional();

/** A form in an address: short names, without defaults. */
const Link = z.strictObject({
  /** The whole fleet. */
  w: z.literal(1).optional(),
  c: Ids,
  e: Ids,
  t: Names,
  g: Names,
  p: DefinitionForm.shape.period.optional(),
  /** First and last date of a range, separated by `_`. */
  r: z
    .string()
    .regex(/^(?:\d{4}-\d{2}-\d{2})?_(?:\d{4}-\d{2}-\d{2})?$/)
    .optional(),
  z: z.string().max(60),
  s: z.literal(1).optional(),
  b: DefinitionForm.shape.boundary.optional(),
  by: DefinitionForm.shape.grouping.optional(),
  /** Id and version of the tariff, separated by `_`. */
  f: z
    .string()
    .transform((text) => text.split('_'))
    .transform(([id, version]) => ({ id, version: Number(version) }))
    .pipe(DefinitionForm.shape.tariff.unwrap())
    .optional(),
  h: z.string().max(20).optional(),
  i: z.string().max(20).optional(),
  /** The number of ids that do not fit. */
  x: z.int().positive().optional(),
});

const orAbsent = <T>(value: T, absent: T) => (value === absent ? undefined : value);
const listed = <T>(list: T[]) => (list.length === 0 ? undefined : list);

/** A form as part of an address, and the number of its ids that do not fit. */
interface DefinitionLink {
  text: string;
  leftOut: number;
}

/**
 * Encodes a form for an address: if it is too long, pasted ids are left out first, then
 * Collectives.
 * @param missing number of ids already left out of the form
 */
export function linkOf(form: DefinitionForm, missing = 0): DefinitionLink {
  const empty = emptyForm('');
  const ids = form.whole ? [] : readIds(form.ids).ids;
  const collectives = form.whole ? [] : form.collectives;
  const short = {
    w: form.whole ? 1 : undefined,
    // Choices that do not count are omitted.
    t: form.whole ? undefined : listed(form.types),
    g: form.whole ? undefined : listed(form.tags),
    p: orAbsent(form.period, empty.period),
    r: form.period === 'range' ? `${form.from}_${form.to}` : undefined,
    z: form.zone,
    s: form.siteTime ? 1 : undefined,
    b: orAbsent(form.boundary, empty.boundary),
    by: orAbsent(form.grouping, empty.grouping),
    f: form.tariff === null ? undefined : `${form.tariff.id}_${form.tariff.version}`,
    h: orAbsent(form.hugeEnergyKwh, empty.hugeEnergyKwh),
    i: orAbsent(form.implausibleBatteryKwh, empty.implausibleBatteryKwh),
  };
  const c = listed(collectives)?.join('.');
  const written = (parts: { c?: string | undefined; e?: string | undefined }, leftOut: number) => ({
    text: JSON.stringify({ ...short, ...parts, x: orAbsent(leftOut, 0) }),
    leftOut,
  });
  const whole = written({ c, e: listed(ids)?.join('.') }, missing);
  if (whole.text.length <= LINK_MAX) return whole;
  const withoutIds = written({ c }, missing + ids.length);
  if (withoutIds.text.length <= LINK_MAX) return withoutIds;
  return written({}, missing + ids.length + collectives.length);
}

/** Parses the output of `linkOf`. @returns null if it is invalid */
export function readLink(text: string): { form: DefinitionForm; leftOut: number } | null {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  const parsed = Link.safeParse(json);
  if (!parsed.success) return null;
  const { w, c, e, t, g, p, r, z: zone, s, b, by, f, h, i, x } = parsed.data;
  const empty = emptyForm(zone);
  const [from = '', to = ''] = (r ?? '').split('_');
  const form: DefinitionForm = {
    whole: w === 1,
    collectives: c ?? [],
    types: t ?? [],
    tags: g ?? [],
    ids: (e ?? []).join('\n'),
    period: p ?? empty.period,
    from,
    to,
    zone,
    siteTime: s === 1,
    boundary: b ?? empty.boundary,
    grouping: by ?? empty.grouping,
    tariff: f ?? null,
    hugeEnergyKwh: h ?? empty.hugeEnergyKwh,
    implausibleBatteryKwh: i ?? empty.implausibleBatteryKwh,
  };
  return { form, leftOut: x ?? 0 };
}
