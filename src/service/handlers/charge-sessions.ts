import { ChargeSessionData } from '../../contract/charge-session.ts';
import { z } from '../../contract/zod.ts';
import type { Handler } from '../call.ts';
import { entityFor } from '../store/access.ts';
import { standsAfter, framedRequest } from '../store/page-query.ts';

const Data = z.string().transform((text) => ChargeSessionData.parse(JSON.parse(text)));

/** Charge sessions that start in a time frame, by start. Spec, "Charge Sessions". */
export const listChargeSessions: Handler<'listChargeSessions'> = async (call) => {
  const { store, pager } = call.parts;
  const { entityId } = call.params;
  await entityFor(store, call.caller, entityId);
  const { list, request, fromMs, beforeMs } = framedRequest(call);
  const rows = await store
    .selectFrom('charge_session')
    .select(['id', 'entity_id', 'start_ms', 'created', 'data'])
    .where('entity_id', '=', entityId)
    .where('start_ms', '>=', fromMs)
    .where('start_ms', '<', beforeMs)
    .where(standsAfter(['start_ms', 'id'], request.after))
    .orderBy('start_ms')
    .orderBy('id')
    .limit(request.size + 1)
    .execute();
  return pager.page(
    list,
    request,
    rows,
    (row) => [row.start_ms, row.id],
    (row) => ({
      id: row.id,
      entityId: row.entity_id,
      created: row.created,
      data: Data.parse(row.data),
    }),
  );
};
