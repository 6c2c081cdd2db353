import { COMMAND_STATUSES, COMMAND_TYPES, type Command } from '../../contract/command.ts';
import type { Member } from '../../contract/collective.ts';
import type { Location } from '../../contract/location.ts';
import type { ChargeSession } from '../../contract/charge-session.ts';
import { ENTITY_TYPES, type EntityType } from '../../contract/entity-type.ts';
import { CAPTURE_CHARGE_SESSIONS } from '../../contract/feature.ts';
import {
  OFFBOARDING_STATUSES,
  type OffboardingRequest,
} from '../../contract/offboarding-request.ts';
import type { Quantity } from '../../contract/primitives.ts';
import {
  CLOCK_MS,
  type Check,
  type Statement,
  type Trial,
  ownChoice,
  publicFact,
  section,
  specification,
} from '../check.ts';
import { Differs, NotTried, mustEqual, must, shown } from '../outcome.ts';

/** A statement about every row: what is wrong with one, or null. */
type RowStatement<Row> = Statement<(row: Row, trial: Trial) => unknown>;

/** Checks that read every row; the first invalid row is shown. */
function ofRows<Row>(
  heading: string,
  rows: (trial: Trial) => Promise<readonly Row[]>,
  statements: readonly RowStatement<Row>[],
): readonly Check[] {
  const onAll = (wrong: RowStatement<Row>['run']) => async (trial: Trial) => {
    const all = await rows(trial);
    if (all.length === 0) throw new NotTried('there are no rows to check');
    const seen = all.map((row) => wrong(row, trial)).filter((found) => found !== null);
    if (seen.length === 0) return;
    // The required fields are not documented: only present ones can be wrong.
    const fault = seen.find((found) => found !== ABSENT);
    throw new Differs(shown(fault ?? ABSENT), { allowed: fault === undefined });
  };
  return section(
    heading,
    null,
    statements.map(({ run, ...statement }) => ({ ...statement, run: onAll(run) })),
  );
}

const ABSENT = 'a field is absent';
const unless = (right: boolean, seen: unknown) => (right ? null : (seen ?? ABSENT));
const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]00:?00)$/i;
const known = (list: readonly string[], value: string | null) =>
  unless(value !== null && list.includes(value), value);
const numbersIn = (...quantities: readonly (Quantity | null | undefined)[]) =>
  quantities.filter((quantity) => quantity !== null && quantity !== undefined);

const COMMANDS: readonly RowStatement<Command>[] = [
  specification('the status is one of six', 'Command', (row) =>
    known(COMMAND_STATUSES, row.status),
  ),
  specification('the type is one of six', 'Command', (row) => known(COMMAND_TYPES, row.type)),
  specification('the trigger time is ISO 8601 in UTC', 'introduction; Command', (row) =>
    unless(UTC.test(row.triggerTime ?? ''), row.triggerTime),
  ),
  publicFact('only LimitFeedIn has a value, and it is a number as text', 'Commands', (row) =>
    row.status === 'Failed' || (row.type === 'LimitFeedIn') === /^\d/.test(row.value ?? '')
      ? null
      : `${row.type}: ${row.value}`,
  ),
  ownChoice('an error comes with a Failed Command, and has a title', 'Errors 3', (row) =>
    row.error === null || (row.status === 'Failed' && row.error.title !== null)
      ? null
      : [row.status, row.error],
  ),
  ownChoice('a Failed Command has an error', 'Errors 3', (row) =>
    unless(row.status !== 'Failed' || row.error !== null, row.id),
  ),
  ownChoice('a verification has a status', 'Verification object', (row) =>
    unless(row.verification === null || row.verification.status !== null, row.verification),
  ),
  ownChoice(
    'a verification is Pending, Succeeded or Failed',
    'Verification object: not shown',
    (row) =>
      row.verification === null
        ? null
        : known(['Pending', 'Succeeded', 'Failed'], row.verification.status),
  ),
  ownChoice(
    'a completed verification has its time',
    'Verification object: not shown',
    ({ verification }) =>
      verification === null || verification.status === 'Pending'
        ? null
        : unless(UTC.test(verification.completedAt ?? ''), verification),
  ),
  specification('nothing is Triggered before its time', 'Command (triggerTime)', (row, { now }) =>
    unless(
      !['Triggered', 'Sent', 'Succeeded'].includes(row.status) ||
        row.triggerTime === null ||
        Date.parse(row.triggerTime) <= now() + CLOCK_MS,
      [row.status, row.triggerTime],
    ),
  ),
];

const SESSION = 'Charge Session (Charging Record)';
const SESSIONS: readonly RowStatement<ChargeSession>[] = [
  specification(
    'start and end are ISO 8601 in UTC',
    `introduction; ${SESSION}`,
    ({ data }) =>
      unless(UTC.test(data?.start ?? ''), data?.start) ??
      unless(UTC.test(data?.end ?? ''), data?.end),
  ),
  specification('created is ISO 8601 in UTC', `introduction; ${SESSION}`, ({ created }) =>
    unless(UTC.test(created ?? ''), created),
  ),
  ownChoice('a session ends after it starts', SESSION, ({ data }) =>
    unless(Date.parse(data?.end ?? '') >= Date.parse(data?.start ?? ''), data),
  ),
  publicFact('a running session is not listed', 'Charge sessions', ({ data }, { now }) =>
    unless(Date.parse(data?.end ?? '') <= now(), data?.end),
  ),
  publicFact(
    'a session is written after its end',
    'Charge sessions (computed once a day)',
    ({ created, data }) =>
      unless(Date.parse(created ?? '') >= Date.parse(data?.end ?? ''), [created, data?.end]),
  ),
  ownChoice(
    'every quantity has a number and a unit',
    SESSION,
    ({ data }) =>
      numbersIn(
        data?.charge?.averagePower,
        data?.charge?.start,
        data?.charge?.end,
        data?.range?.start,
        data?.range?.end,
      ).find(({ unit, value }) => unit === null || value === null) ?? null,
  ),
  ownChoice('the energy has a total and a unit', `${SESSION}, charge.total`, ({ data }) => {
    const total = data?.charge?.total;
    return unless(typeof total?.total === 'number' && total.unit !== null, total);
  }),
  publicFact('energy is in kWh', 'Charge sessions', ({ data }) =>
    unless(data?.charge?.total?.unit === 'kWh', data?.charge?.total?.unit),
  ),
  publicFact(
    'power is in W or kW',
    'Charge sessions',
    ({ data }) =>
      numbersIn(data?.charge?.averagePower).find(({ unit }) => unit !== 'W' && unit !== 'kW') ??
      null,
  ),
  publicFact(
    'start and end of charge are in %',
    'Charge sessions',
    ({ data }) =>
      numbersIn(data?.charge?.start, data?.charge?.end).find(({ unit }) => unit !== '%') ?? null,
  ),
  publicFact(
    'a range is in km or miles',
    'Charge sessions',
    ({ data }) =>
      numbersIn(data?.range?.start, data?.range?.end).find(
        ({ unit }) => !/^(?:km|mi|miles)$/.test(unit ?? ''),
      ) ?? null,
  ),
  ownChoice('the registers do not exceed the total', `${SESSION}, charge.total`, ({ data }) => {
    const total = data?.charge?.total;
    const sum = [total?.t1, total?.t2, total?.t3, total?.t4].reduce<number>(
      (so, register) => so + (register ?? 0),
      0,
    );
    return unless(sum <= (total?.total ?? 0) + 0.01, total);
  }),
  ownChoice(
    'a matched Location has an id',
    `${SESSION}, locationMatches`,
    ({ data }) => (data?.locationMatches ?? []).find(({ location }) => location === null) ?? null,
  ),
];

/** The fields of resources. */
export const RESOURCE_CHECKS: readonly Check[] = [
  ...ofRows('Commands', ({ fixtures }) => fixtures.commands(), COMMANDS),
  ...ofRows('Charge Sessions', ({ fixtures }) => fixtures.sessions(), SESSIONS),
  ...ofRows<Location>('Locations', ({ fixtures }) => fixtures.locations(), [
    ownChoice('a latitude is from -90 to 90', 'Entity Location', ({ latitude }) =>
      unless(Math.abs(latitude) <= 90, latitude),
    ),
    ownChoice('a longitude is from -180 to 180', 'Entity Location', ({ longitude }) =>
      unless(Math.abs(longitude) <= 180, longitude),
    ),
  ]),
  ...ofRows<OffboardingRequest>(
    'Offboarding',
    async ({ client }) => (await client.read('listOffboardingRequests')).data,
    [
      publicFact('the status is one of four', 'Other (Offboarding statuses)', (row) =>
        known(OFFBOARDING_STATUSES, row.status),
      ),
      ownChoice('a Request names its Entity', 'Offboarding Request', (row) =>
        unless(typeof row.data?.id === 'string', row),
      ),
      ownChoice('components are a list', 'Offboarding Request', (row) =>
        unless(Array.isArray(row.data?.components), row.data),
      ),
      ownChoice('a Request names who asked', 'Offboarding Request', (row) =>
        unless(row.principalId !== null, row),
      ),
    ],
  ),
  ...ofRows<Member>('Collectives', ({ fixtures }) => fixtures.members(), [
    ownChoice('a member has a name', 'Collective member', (row) => unless(row.name !== null, row)),
    ownChoice('an e-mail address has an @', 'Collective member', (row) =>
      unless(row.emailAddress === null || row.emailAddress.includes('@'), row),
    ),
  ]),
  ...ofRows<EntityType>(
    'Onboarding',
    async ({ client }) => (await client.read('listEntityTypes')).data,
    [
      ownChoice('every type has brands', 'Entity type (onboarding)', (row) =>
        unless((row.brands ?? []).length > 0, row),
      ),
      publicFact('every type is a known one', 'Other (Entity types)', (row) =>
        known(ENTITY_TYPES, row.type),
      ),
    ],
  ),
  ...section('Onboarding', null, [
    ownChoice('Battery can be onboarded', 'Entity type (onboarding)', async ({ client }) => {
      const { data } = await client.read('listEntityTypes');
      must(
        data.some(({ type }) => type === 'Battery'),
        shown(data.map(({ type }) => type)),
      );
    }),
    ownChoice('no type is listed twice', 'Entity type (onboarding)', async ({ client }) => {
      const types = (await client.read('listEntityTypes')).data.map(({ type }) => type);
      mustEqual(new Set(types).size, types.length, 'different types');
    }),
  ]),
  ...section('Features', null, [
    ownChoice(
      'CaptureChargeSessions is one of them, on or off',
      'Feature: full set not shown',
      async ({ client, fixtures }) => {
        const params = { entityId: await fixtures.entityId() };
        const features = await client.read('listFeatures', { params });
        must(
          features.some(({ feature }) => feature === CAPTURE_CHARGE_SESSIONS),
          shown(features),
        );
      },
    ),
  ]),
];
