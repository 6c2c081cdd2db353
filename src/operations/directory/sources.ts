import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Source of Entities that the answer to a dispatch named. */
export const BATCH = 'batch';
/** Source of data from the Service's answer to removing a member. */
export const REMOVAL = 'answer:delete-member';
/** Source of data from the Service's offboarding requests. */
export const OFFBOARDING = 'offboarding';

/**
 * A condition on the table `entities`: nothing but answers of the Service named the Entity, and it is in no Collective.
 * An import, an operator or a second answer ends that. Such an Entity is not read without being asked.
 */
export function isOnlyNamed(): RawBuilder<SqlBool> {
  const [source, id] = [sql.ref('entities.source'), sql.ref('entities.id')];
  return sql<SqlBool>`(${source} in (${BATCH}, ${REMOVAL}, ${OFFBOARDING})
    and not exists (select 1 from memberships where memberships.entity_id = ${id}))`;
}
