import type { Kysely } from 'kysely';
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { Store } from '../store/schema.ts';

/** What tells one place of a run from another. */
export interface PlaceKey {
  locationId: string | null;
  label: string | null;
  address: string | null;
  /** Null: that of the run. */
  zone: string | null;
}

/**
 * The number of an energy unit; a new one is added. Units are few.
 * @param unit verbatim; null and an empty one are the same: none
 */
export async function unitNumber(trx: Kysely<Store>, unit: string | null): Promise<number> {
  const text = unit ?? '';
  const known = await trx
    .selectFrom('report_units')
    .where('unit', '=', text)
    .select('unit_no')
    .executeTakeFirst();
  if (known !== undefined) return known.unit_no;
  const { last } = await trx
    .selectFrom('report_units')
    .select((row) => row.fn.coalesce(row.fn.max('unit_no'), row.val(0)).as('last'))
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('report_units')
    .values({ unit_no: last + 1, unit: text })
    .execute();
  return last + 1;
}

/**
 * The number of a place within a run; a new one is added, and the accuracies seen are widened.
 * @param accuracy millionths of what was reported
 */
export async function placeNumber(
  trx: Kysely<Store>,
  runNo: number,
  place: PlaceKey,
  accuracy: number | null,
): Promise<number> {
  const key = canonicalJson(place);
  const known = await trx
    .selectFrom('report_places')
    .where('run_no', '=', runNo)
    .where('key', '=', key)
    .select(['place_no', 'accuracy_min', 'accuracy_max'])
    .executeTakeFirst();
  if (known === undefined) {
    const { last } = await trx
      .selectFrom('report_places')
      .where('run_no', '=', runNo)
      .select((row) => row.fn.coalesce(row.fn.max('place_no'), row.val(0)).as('last'))
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('report_places')
      .values({
        run_no: runNo,
        place_no: last + 1,
        key,
        location_id: place.locationId,
        label: place.label,
        address: place.address,
        zone: place.zone,
        accuracy_min: accuracy,
        accuracy_max: accuracy,
      })
      .execute();
    return last + 1;
  }
  const { accuracy_min: min, accuracy_max: max, place_no: number } = known;
  if (accuracy !== null && (min === null || max === null || accuracy < min || accuracy > max)) {
    await trx
      .updateTable('report_places')
      .where('run_no', '=', runNo)
      .where('place_no', '=', number)
      .set({
        accuracy_min: Math.min(min ?? accuracy, accuracy),
        accuracy_max: Math.max(max ?? accuracy, accuracy),
      })
      .execute();
  }
  return number;
}
