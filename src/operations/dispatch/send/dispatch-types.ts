import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** The types of these Commands, as the column of a dispatch has them. */
export function typesOf(commands: readonly { type: string | null }[]): string {
  const types = new Set(commands.flatMap(({ type }) => type ?? []));
  return [...types].map((type) => `|${type}|`).join('');
}

/** A condition on `intents`: one of its Commands, requested or in the answer, has this type. */
export function hasType(type: string): RawBuilder<SqlBool> {
  const text = type.replaceAll(/[%_\\]/g, (sign) => `\\${sign}`);
  return sql<SqlBool>`intents.types like ${`%|${text}|%`} escape '\\'`;
}
