import { sql, type RawBuilder } from 'kysely';
import { COMMAND_TYPES } from '../../../contract/command.ts';
import { COMMAND_RULES } from '../../../domain/command-rules.ts';

/** Constants as a list in a statement that is built once. */
export const listed = (texts: readonly string[]) => sql.join(texts.map((text) => sql.lit(text)));

const refused = COMMAND_TYPES.map(
  (type) =>
    sql`(c.type = ${sql.lit(type)} and c.entity_type not in (${listed(COMMAND_RULES[type].entityTypes)}))`,
);

/** Of a row `c` of `commands`: whether it is of a known member whose type does not take the Command. */
export const cannotTake: RawBuilder<boolean> = sql<boolean>`(c.member = 1
  and c.entity_type is not null and (${sql.join(refused, sql` or `)}))`;

/** Its derived status as it is shown: see `memberVerdict`. */
export const shownVerdict: RawBuilder<string> = sql<string>`(case
  when c.verdict = 'failed' and ${cannotTake} then 'incapable' else c.verdict end)`;
