import { Feature } from '../../contract/feature.ts';
import { z } from '../../contract/zod.ts';
import { keysOf } from '../../lib/objects.ts';
import type { StoreTransaction } from '../../store/in-transaction.ts';
import { fromJson } from '../../store/json.ts';
import type { AuditEntry } from './chain.ts';

const TARGET = /^(entity|collective) ([0-9a-f-]{36})$/;
const Features = z.array(Feature);
const FeatureBody = z.object({ feature: z.string(), enabled: z.boolean() });
const CapacityBody = z.object({ batteryCapacity: z.number() });
const Tags = z.array(z.string());

type Values = Readonly<Record<string, unknown>>;

async function settingBefore(
  trx: StoreTransaction,
  id: string,
  body: unknown,
): Promise<Values | null> {
  if (CapacityBody.safeParse(body).success) {
    const query = trx.selectFrom('entities').where('id', '=', id);
    const row = await query.select(['capacity', 'capacity_state']).executeTakeFirst();
    const isKnown = row !== undefined && row.capacity_state !== 'never';
    return isKnown ? { batteryCapacity: row.capacity } : null;
  }
  const change = FeatureBody.safeParse(body).data;
  if (change === undefined) return null;
  const known = await trx
    .selectFrom('fleet_documents')
    .where('entity_id', '=', id)
    .where('resource', '=', 'features')
    .select('content')
    .executeTakeFirst();
  if (known === undefined) return null;
  const features = fromJson(Features, known.content);
  const found = features.find(({ feature }) => feature === change.feature);
  return found === undefined ? null : { enabled: found.isEnabled };
}

async function recordBefore(
  trx: StoreTransaction,
  kind: string,
  id: string,
  body: object,
): Promise<Values | null> {
  const both = ['name', 'type', 'place', 'note', 'tags'] as const;
  const row =
    kind === 'entity'
      ? await trx
          .selectFrom('entities')
          .where('id', '=', id)
          .select([...both, 'brand'])
          .executeTakeFirst()
      : await trx
          .selectFrom('collectives')
          .where('id', '=', id)
          .select([...both, 'owner'])
          .executeTakeFirst();
  if (row === undefined) return null;
  const named = Object.fromEntries(
    keysOf(row)
      .filter((field) => field in body)
      .map((field) => [field, field === 'tags' ? fromJson(Tags, row.tags) : row[field]]),
  );
  return Object.keys(named).length === 0 ? null : named;
}

/**
 * The values that a change of an Entity or Collective names, as the console knew them before it.
 * @returns by the names of the request; null: nothing is known, or it is no such change
 */
export async function valuesBefore(
  trx: StoreTransaction,
  { action, target, body }: AuditEntry,
): Promise<Values | null> {
  if (action !== 'change' && action !== 'directory-changed') return null;
  const [, kind, id] = TARGET.exec(target ?? '') ?? [];
  if (kind === undefined || id === undefined || typeof body !== 'object' || body === null) {
    return null;
  }
  return action === 'change' ? settingBefore(trx, id, body) : recordBefore(trx, kind, id, body);
}
