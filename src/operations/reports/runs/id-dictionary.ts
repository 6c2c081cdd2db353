import type { Kysely } from 'kysely';
import { canonicalJson } from '../../../lib/canonical-json.ts';
import type { Store } from '../../../store/schema/schema.ts';

/** The identity of a place within a run. */
interface PlaceKey {
  locationId: string | null;
  label: string | null;
  address: string | null;
  /** Null: that of the run. */
  zone: string | null;
}

/** A stored place. Accuracies are millionths of the reported values. */
interface KnownPlace {
  no: number;
  min: number | null;
  max: number | null;
}

/** The ids of units and places, cached from page to page. */
export interface IdDictionary {
  /**
   * The number of an energy unit; a new one is added. There are few units.
   * @param unit verbatim; null and empty both mean none
   */
  unit(trx: Kysely<Store>, unit: string | null): Promise<number>;
  /**
   * The number of a place within a run; a new one is added, and the range of accuracies is widened.
   * @param accuracy millionths of the reported value
   */
  place(
    trx: Kysely<Store>,
    runNo: number,
    place: PlaceKey,
    accuracy: number | null,
  ): Promise<number>;
  /** Clears the cache; must be called if a transaction was not committed. */
  forget(): void;
}

/** Maximum cached places; a run may have one for every session. */
const MOST_PLACES = 20_000;

async function findUnit(trx: Kysely<Store>, text: string): Promise<number> {
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

async function findPlace(
  trx: Kysely<Store>,
  runNo: number,
  place: PlaceKey,
  accuracy: number | null,
): Promise<KnownPlace> {
  const key = canonicalJson(place);
  const known = await trx
    .selectFrom('report_places')
    .where('run_no', '=', runNo)
    .where('key', '=', key)
    .select(['place_no as no', 'accuracy_min as min', 'accuracy_max as max'])
    .executeTakeFirst();
  if (known !== undefined) return known;
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
  return { no: last + 1, min: accuracy, max: accuracy };
}

/** Widens the range of accuracies seen at a place. */
async function widen(trx: Kysely<Store>, runNo: number, place: KnownPlace, accuracy: number) {
  const { min, max } = place;
  if (min !== null && max !== null && accuracy >= min && accuracy <= max) return;
  place.min = Math.min(min ?? accuracy, accuracy);
  place.max = Math.max(max ?? accuracy, accuracy);
  await trx
    .updateTable('report_places')
    .where('run_no', '=', runNo)
    .where('place_no', '=', place.no)
    .set({ accuracy_min: place.min, accuracy_max: place.max })
    .execute();
}

/** Creates an empty dictionary. */
export function createIdDictionary(): IdDictionary {
  const units = new Map<string, number>();
  const places = new Map<string, KnownPlace>();
  return {
    async unit(trx, unit) {
      const text = unit ?? '';
      const no = units.get(text) ?? (await findUnit(trx, text));
      units.set(text, no);
      return no;
    },
    async place(trx, runNo, place, accuracy) {
      const { locationId, label, address, zone } = place;
      const key = JSON.stringify([runNo, locationId, label, address, zone]);
      const known = places.get(key) ?? (await findPlace(trx, runNo, place, accuracy));
      if (places.size >= MOST_PLACES) places.clear();
      places.set(key, known);
      if (accuracy !== null) await widen(trx, runNo, known, accuracy);
      return known.no;
    },
    forget() {
      units.clear();
      places.clear();
    },
  };
}
