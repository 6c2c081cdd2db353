import type { OffboardingRequest } from '../../contract/offboarding-request.ts';
import { Uuid } from '../../contract/primitives.ts';
import { z } from '../../contract/zod.ts';
import type { Call, Caller, Handler } from '../call.ts';
import { OFFBOARDING_TAKES_MS } from '../devices/offboarding-step.ts';
import { ServiceFailure } from '../errors.ts';
import { uuidFor } from '../random.ts';
import { entityFor } from '../store/access.ts';
import type { Store } from '../store/store.ts';

const Components = z.string().transform((text) => z.array(Uuid).parse(JSON.parse(text)));

interface Row {
  id: string;
  entity_id: string;
  principal_id: string | null;
  status: string;
  components: string;
}

/** A stored Request in an answer. Spec, "Offboarding Request". */
export function shownRequest(row: Row): OffboardingRequest {
  return {
    id: row.id,
    principalId: row.principal_id,
    status: row.status,
    data: { id: row.entity_id, components: Components.parse(row.components) },
  };
}

/** Requests for Entities that belong to the caller's organisation or are shared with it. */
function visible(store: Store, caller: Caller) {
  return store
    .selectFrom('offboarding_request')
    .innerJoin('entity', 'entity.id', 'offboarding_request.entity_id')
    .select([
      'offboarding_request.position',
      'offboarding_request.id',
      'offboarding_request.entity_id',
      'offboarding_request.principal_id',
      'offboarding_request.status',
      'offboarding_request.components',
    ])
    .where((row) =>
      row.or([
        row('entity.organisation_id', '=', caller.organisationId),
        row.exists(
          row
            .selectFrom('entity_share')
            .select('entity_share.entity_id')
            .whereRef('entity_share.entity_id', '=', 'entity.id')
            .where('entity_share.organisation_id', '=', caller.organisationId),
        ),
      ]),
    );
}

async function requestFor(
  store: Store,
  call: Call<'getOffboardingRequest'> | Call<'cancelOffboardingRequest'>,
): Promise<Row> {
  const id = call.params.offboardingRequestId;
  const row = await visible(store, call.caller)
    .where('offboarding_request.id', '=', id)
    .executeTakeFirst();
  if (row !== undefined) return row;
  const foreign = await store
    .selectFrom('offboarding_request')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  throw foreign === undefined
    ? new ServiceFailure('notFound', `There is no Offboarding Request with the id ${id}.`)
    : new ServiceFailure(
        'forbidden',
        `The Offboarding Request ${id} is for an Entity that neither belongs to your organisation nor is shared with it.`,
      );
}

/** Requests an offboarding; refused while another one is Pending. Spec, "Offboarding". */
export const createOffboardingRequest: Handler<'createOffboardingRequest'> = (call) =>
  call.parts.store.transaction().execute(async (trx) => {
    const entity = await entityFor(trx, call.caller, call.body.entityId);
    const before = await trx
      .selectFrom('offboarding_request')
      .select(['id', 'status'])
      .where('entity_id', '=', entity.id)
      .execute();
    const pending = before.find((row) => row.status === 'Pending');
    if (pending !== undefined) {
      throw new ServiceFailure(
        'conflict',
        `entityId: the Offboarding Request ${pending.id} for this Entity is Pending; cancel it first.`,
      );
    }
    const row = {
      id: uuidFor(call.parts.seed, 'offboarding', entity.id, before.length + 1),
      entity_id: entity.id,
      principal_id: uuidFor('principal', call.caller.clientId),
      status: 'Pending',
      components: '[]',
    };
    await trx
      .insertInto('offboarding_request')
      .values({ ...row, due_ms: call.nowMs + OFFBOARDING_TAKES_MS })
      .execute();
    return shownRequest(row);
  });

/** Requests that the caller may see, oldest first. Spec, "Offboarding". */
export const listOffboardingRequests: Handler<'listOffboardingRequests'> = async (call) => {
  const { store, pager } = call.parts;
  const list = { path: call.path };
  const request = pager.request(list, call.query);
  const rows = await visible(store, call.caller)
    .where('offboarding_request.position', '>', request.after?.[0] ?? 0)
    .orderBy('offboarding_request.position')
    .limit(request.size + 1)
    .execute();
  return pager.page(list, request, rows, (row) => [row.position, ''], shownRequest);
};

/** One Request. Spec, "Offboarding". */
export const getOffboardingRequest: Handler<'getOffboardingRequest'> = async (call) =>
  shownRequest(await requestFor(call.parts.store, call));

/** Cancels a Request; only a Pending one can be. Spec, "States and transitions". */
export const cancelOffboardingRequest: Handler<'cancelOffboardingRequest'> = (call) =>
  call.parts.store.transaction().execute(async (trx) => {
    const row = await requestFor(trx, call);
    if (row.status !== 'Pending') {
      throw new ServiceFailure(
        'conflict',
        `Only a Pending Offboarding Request can be canceled; this one is ${row.status}.`,
      );
    }
    await trx
      .updateTable('offboarding_request')
      .set({ status: 'Canceled', due_ms: null })
      .where('id', '=', row.id)
      .execute();
    return shownRequest({ ...row, status: 'Canceled' });
  });
