import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { CONSOLE_ROUTES } from '../../contract/console/routes.ts';
import { TemplateContent, type Template } from '../../contract/console/template.ts';
import { checkCommandRequest } from '../../domain/command-rules.ts';
import { isoInstant } from '../../domain/instant.ts';
import { denialReason, permits } from '../../domain/permissions.ts';
import type { Clock } from '../../lib/clock.ts';
import { defineRoute } from '../../http/define-route.ts';
import { READ, act, type Route } from '../../http/route.ts';
import { failure, invalid } from '../../http/problems.ts';
import type { SignedIn } from '../../http/signed-in.ts';
import { fromJson } from '../../store/json.ts';
import type { StoreTransaction } from '../../store/in-transaction.ts';
import type { Store, TemplateRow } from '../../store/schema/schema.ts';

/** Maximum number of templates: the list is read as a whole. */
const TEMPLATES_MAX = 500;
/** Maximum template, in bytes. */
const TEMPLATE_LIMIT = 512 * 1024;

function shown(row: TemplateRow): Template {
  return {
    ...fromJson(TemplateContent, row.content),
    id: row.id,
    operatorName: row.operator_name,
    createdAt: isoInstant(row.created_at),
  };
}

/** Refuses a template that could never be sent. */
function checkRows(content: TemplateContent): void {
  if (content.kind === 'now' && content.rows.length > 1) {
    throw invalid('rows', 'Sending now takes one Command.');
  }
  for (const [index, row] of content.rows.entries()) {
    const problem = checkCommandRequest(row);
    if (problem !== null) throw invalid(`rows.${index}.${problem.field}`, problem.message);
    if (row.at !== null && content.kind === 'now') {
      throw invalid(`rows.${index}.at`, 'A Command for now has no time.');
    }
    if (row.at !== null && !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(row.at.time)) {
      throw invalid(`rows.${index}.at.time`, `${row.at.time} is not a time of day.`);
    }
  }
}

/**
 * Adds a template.
 * @param now milliseconds since the epoch
 * @throws Failure 400 for rows that cannot be sent, 409 for a duplicate name or too many templates
 */
async function addTemplate(
  trx: StoreTransaction,
  content: TemplateContent,
  by: SignedIn,
  now: number,
): Promise<Template> {
  checkRows(content);
  const row: TemplateRow = {
    id: randomUUID(),
    name: content.name,
    operator_id: by.operator.id,
    operator_name: by.operator.name,
    content: JSON.stringify(content),
    created_at: now,
  };
  const names = await trx.selectFrom('templates').select('name').execute();
  if (names.length >= TEMPLATES_MAX) {
    throw failure(
      409,
      'invalid_request',
      `There are ${TEMPLATES_MAX} templates already; delete one first.`,
    );
  }
  const key = content.name.toLowerCase();
  if (names.some(({ name }) => name.toLowerCase() === key)) {
    throw failure(
      409,
      'invalid_request',
      `There is a template named “${content.name}” already; choose another name or delete it.`,
    );
  }
  await trx.insertInto('templates').values(row).execute();
  return shown(row);
}

/**
 * Deletes a template: the operator's own, or any as an administrator.
 * @throws Failure 403 or 404
 */
async function deleteTemplate(trx: StoreTransaction, id: string, by: SignedIn): Promise<void> {
  const row = await trx
    .selectFrom('templates')
    .where('id', '=', id)
    .select('operator_id')
    .executeTakeFirst();
  if (row === undefined) throw failure(404, 'not_found', `There is no template ${id}.`);
  const { operator } = by;
  if (row.operator_id !== operator.id && !permits(operator.role, 'manage-templates')) {
    throw failure(403, 'forbidden', denialReason(operator.role, 'manage-templates'));
  }
  await trx.deleteFrom('templates').where('id', '=', id).execute();
}

/** The routes of the templates, which all operators share. */
export function templateRoutes(db: Kysely<Store>, clock: Pick<Clock, 'now'>): Route[] {
  const { templates, addTemplate: add, deleteTemplate: remove } = CONSOLE_ROUTES;
  const permission = 'dispatch';
  return [
    defineRoute(templates, READ, async () => {
      const rows = await db
        .selectFrom('templates')
        .orderBy('name')
        .orderBy('id')
        .selectAll()
        .execute();
      return { templates: rows.map(shown), asOf: isoInstant(clock.now()) };
    }),
    defineRoute(
      add,
      { permission, audit: act('settings-changed', 'template'), bodyLimit: TEMPLATE_LIMIT },
      ({ body, signedIn, record, reply }) => {
        reply.code(201);
        return record.done(
          (trx) => addTemplate(trx, body, signedIn, clock.now()),
          ({ id }) => ({ id }),
        );
      },
    ),
    defineRoute(
      remove,
      { permission, audit: act('settings-changed', 'template {id}') },
      ({ params, signedIn, record }) =>
        record.done((trx) => deleteTemplate(trx, params.id, signedIn)),
    ),
  ];
}
