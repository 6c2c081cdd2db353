import type { Handler } from '../call.ts';
import { ServiceFailure } from '../errors.ts';
import { collectiveFor, entityIdsOf } from '../store/access.ts';

/** People with access to a Collective. Spec, "Collectives". */
export const listMembers: Handler<'listMembers'> = async (call) => {
  const { store, pager } = call.parts;
  const { collectiveId } = call.params;
  await collectiveFor(store, call.caller, collectiveId);
  const list = { path: call.path };
  const request = pager.request(list, call.query);
  const rows = await store
    .selectFrom('member')
    .select(['position', 'id', 'name', 'email_address'])
    .where('collective_id', '=', collectiveId)
    .where('position', '>', request.after?.[0] ?? 0)
    .orderBy('position')
    .limit(request.size + 1)
    .execute();
  return pager.page(
    list,
    request,
    rows,
    (row) => [row.position, ''],
    (row) => ({ id: row.id, name: row.name, emailAddress: row.email_address }),
  );
};

/** Removes a member with its Entities; answers with the Collective as it is then. Spec, "Collectives". */
export const removeMember: Handler<'removeMember'> = async (call) => {
  const { collectiveId, memberId } = call.params;
  return call.parts.store.transaction().execute(async (trx) => {
    const collective = await collectiveFor(trx, call.caller, collectiveId);
    const { numDeletedRows } = await trx
      .deleteFrom('member')
      .where('collective_id', '=', collectiveId)
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) {
      throw new ServiceFailure('notFound', `The Collective has no member with the id ${memberId}.`);
    }
    await trx
      .deleteFrom('collective_entity')
      .where('collective_id', '=', collectiveId)
      .where('member_id', '=', memberId)
      .execute();
    const { id, name, owner, type, properties } = collective;
    const entities = await entityIdsOf(trx, collectiveId);
    const custom: unknown = properties === null ? null : JSON.parse(properties);
    return { id, name, owner, entities, properties: custom, type };
  });
};
