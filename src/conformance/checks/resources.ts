import { COMMAND_STATUSES, COMMAND_TYPES, type Command } from '../../contract/command.ts';
import type { ChargeSession } from '../../contract/charge-session.ts';
import { ENTITY_TYPES } from '../../contract/entity-type.ts';
import { CAPTURE_CHARGE_SESSIONS } from '../../contract/feature.ts';
import { OFFBOARDING_STATUSES } from '../../contract/offboarding-request.ts';
import type { Quantity } from '../../contract/primitives.ts';
import { type Basis, type Check, type Trial, section } from '../check.ts';
import { Differs, NotTried, mustEqual, must, shown } from '../outcome.ts';

type RowCheck<Row> = readonly [
  statement: string,
  basis: Basis,
  source: string,
  /** What is wrong with a row, or null. */
  wrong: (row: Row, trial: Trial) => unknown,
];

/** Checks that read every row; the first invalid row is shown. */
function ofRows<Row>(
  heading: string,
  rows: (trial: Trial) => Promise<readonly Row[]>,
  checks: readonly RowCheck<Row>[],
): readonly Check[] {
  return section(
    heading,
    null,
    checks.map(
      ([statement, basis, source, wrong]) =>
        [
          statement,
          basis,
          source,
          async (trial) => {
            const all = await rows(trial);
            if (all.length === 0) throw new NotTried('there are no rows to check');
            const seen = all.map((row) => wrong(row, trial)).filter((found) => found !== null);
            const fault = seen.find((found) => found !== ABSENT);
            if (seen.length === 0) return;
            // The required fields are not documented: only present ones can be wrong.
            throw new Differs(shown(fault ?? ABSENT), { allowed: fault === undefined });
          },
        ] as const,
    ),
  );
}

/** Tolerance for the clock of a deployment, in milliseconds. */
const CLOCK_MS = 3_600_000;
const ABSENT = 'a field is absent';
const unless = (right: boolean, seen: unknown) => (right ? null : (seen ?? ABSENT));
const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:Z|[+-]00:?00)$/i;
const known = (list: readonly string[], value: string | null) =>
  unless(value !== null && list.includes(value), value);
const numbersIn = (...quantities: readonly (Quantity | null | undefined)[]) =>
  quantities.filter((quantity) => quantity !== null && quantity !== undefined);

const COMMANDS: readonly RowCheck<Command>[] = [
  [
    'the status is one of six',
    'specification',
    'Command',
    (row) => known(COMMAND_STATUSES, row.status),
  ],
  ['the type is one of six', 'specification', 'Command', (row) => known(COMMAND_TYPES, row.type)],
  [
    'the trigger time is ISO 8601 in UTC',
    'specification',
    'introduction; Command',
    (row) => unless(UTC.test(row.triggerTime ?? ''), row.triggerTime),
  ],
  [
    'only LimitFeedIn has a value, and it is a number as text',
    'public fact',
    'Commands',
    (row) =>
      row.status === 'Failed' || (row.type === 'LimitFeedIn') === /^\d/.test(row.value ?? '')
        ? null
        : `${row.type}: ${row.value}`,
  ],
  [
    'an error comes with a Failed Command, and has a title',
    'own choice',
    'Errors 3',
    (row) =>
      row.error === null || (row.status === 'Failed' && row.error.title !== null)
        ? null
        : [row.status, row.error],
  ],
  [
    'a Failed Command has an error',
    'own choice',
    'Errors 3',
    (row) => unless(row.status !== 'Failed' || row.error !== null, row.id),
  ],
  [
    'a verification has a status',
    'own choice',
    'Verification object',
    (row) =>
      unless(row.verification === null || row.verification.status !== null, row.verification),
  ],
  [
    'a verification is Pending, Succeeded or Failed',
    'own choice',
    'Verification object: not shown',
    (row) =>
      row.verification === null
        ? null
        : known(['Pending', 'Succeeded', 'Failed'], row.verification.status),
  ],
  [
    'a completed verification has its time',
    'own choice',
    'Verification object: not shown',
    ({ verification }) =>
      verification === null || verification.status === 'Pending'
        ? null
        : unless(UTC.test(verification.completedAt ?? ''), verification),
  ],
  [
    'nothing is Triggered before its time',
    'specification',
    'Command (triggerTime)',
    (row, { now }) =>
      unless(
        !['Triggered', 'Sent', 'Succeeded'].includes(row.status) ||
          row.triggerTime === null ||
          Date.parse(row.triggerTime) <= now() + CLOCK_MS,
        [row.status, row.triggerTime],
      ),
  ],
];

const SESSION = 'Charge Session (Charging Record)';
const SESSIONS: readonly RowCheck<ChargeSession>[] = [
  [
    'start and end are ISO 8601 in UTC',
    'specification',
    `introduction; ${SESSION}`,
    ({ data }) =>
      unless(UTC.test(data?.start ?? ''), data?.start) ??
      unless(UTC.test(data?.end ?? ''), data?.end),
  ],
  [
    'created is ISO 8601 in UTC',
    'specification',
    `introduction; ${SESSION}`,
    ({ created }) => unless(UTC.test(created ?? ''), created),
  ],
  [
    'a session ends after it starts',
    'own choice',
    SESSION,
    ({ data }) => unless(Date.parse(data?.end ?? '') >= Date.parse(data?.start ?? ''), data),
  ],
  [
    'a running session is not listed',
    'public fact',
    'Charge sessions',
    ({ data }, { now }) => unless(Date.parse(data?.end ?? '') <= now(), data?.end),
  ],
  [
    'a session is written after its end',
    'public fact',
    'Charge sessions (computed once a day)',
    ({ created, data }) =>
      unless(Date.parse(created ?? '') >= Date.parse(data?.end ?? ''), [created, data?.end]),
  ],
  [
    'every quantity has a number and a unit',
    'own choice',
    SESSION,
    ({ data }) =>
      numbersIn(
        data?.charge?.averagePower,
        data?.charge?.start,
        data?.charge?.end,
        data?.range?.start,
        data?.range?.end,
      ).find(({ unit, value }) => unit === null || value === null) ?? null,
  ],
  [
    'the energy has a total and a unit',
    'own choice',
    `${SESSION}, charge.total`,
    ({ data }) => {
      const total = data?.charge?.total;
      return unless(typeof total?.total === 'number' && total.unit !== null, total);
    },
  ],
  [
    'energy is in kWh',
    'public fact',
    'Charge sessions',
    ({ data }) => unless(data?.charge?.total?.unit === 'kWh', data?.charge?.total?.unit),
  ],
  [
    'power is in W or kW',
    'public fact',
    'Charge sessions',
    ({ data }) =>
      numbersIn(data?.charge?.averagePower).find(({ unit }) => unit !== 'W' && unit !== 'kW') ??
      null,
  ],
  [
    'start and end of charge are in %',
    'public fact',
    'Charge sessions',
    ({ data }) =>
      numbersIn(data?.charge?.start, data?.charge?.end).find(({ unit }) => unit !== '%') ?? null,
  ],
  [
    'a range is in km or miles',
    'public fact',
    'Charge sessions',
    ({ data }) =>
      numbersIn(data?.range?.start, data?.range?.end).find(
        ({ unit }) => !/^(?:km|mi|miles)$/.test(unit ?? ''),
      ) ?? null,
  ],
  [
    'the registers do not exceed the total',
    'own choice',
    `${SESSION}, charge.total`,
    ({ data }) => {
      const total = data?.charge?.total;
      const sum = [total?.t1, total?.t2, total?.t3, total?.t4].reduce<number>(
        (so, register) => so + (register ?? 0),
        0,
      );
      return unless(sum <= (total?.total ?? 0) + 0.01, total);
    },
  ],
  [
    'a matched Location has an id',
    'own choice',
    `${SESSION}, locationMatches`,
    ({ data }) => (data?.locationMatches ?? []).find(({ location }) => location === null) ?? null,
  ],
];

/** The fields of resources. */
export const RESOURCE_CHECKS: readonly Check[] = [
  ...ofRows('Commands', ({ fixtures }) => fixtures.commands(), COMMANDS),
  ...ofRows('Charge Sessions', ({ fixtures }) => fixtures.sessions(), SESSIONS),
  ...ofRows('Locations', ({ fixtures }) => fixtures.locations(), [
    [
      'a latitude is from -90 to 90',
      'own choice',
      'Entity Location',
      ({ latitude }) => unless(Math.abs(latitude) <= 90, latitude),
    ],
    [
      'a longitude is from -180 to 180',
      'own choice',
      'Entity Location',
      ({ longitude }) => unless(Math.abs(longitude) <= 180, longitude),
    ],
  ]),
  ...ofRows(
    'Offboarding',
    async ({ client }) => (await client.read('listOffboardingRequests')).data,
    [
      [
        'the status is one of four',
        'public fact',
        'Other (Offboarding statuses)',
        (row) => known(OFFBOARDING_STATUSES, row.status),
      ],
      [
        'a Request names its Entity',
        'own choice',
        'Offboarding Request',
        (row) => unless(typeof row.data?.id === 'string', row),
      ],
      [
        'components are a list',
        'own choice',
        'Offboarding Request',
        (row) => unless(Array.isArray(row.data?.components), row.data),
      ],
      [
        'a Request names who asked',
        'own choice',
        'Offboarding Request',
        (row) => unless(row.principalId !== null, row),
      ],
    ],
  ),
  ...ofRows('Collectives', ({ fixtures }) => fixtures.members(), [
    [
      'a member has a name',
      'own choice',
      'Collective member',
      (row) => unless(row.name !== null, row),
    ],
    [
      'an e-mail address has an @',
      'own choice',
      'Collective member',
      (row) => unless(row.emailAddress === null || row.emailAddress.includes('@'), row),
    ],
  ]),
  ...ofRows('Onboarding', async ({ client }) => (await client.read('listEntityTypes')).data, [
    [
      'every type has brands',
      'own choice',
      'Entity type (onboarding)',
      (row) => unless((row.brands ?? []).length > 0, row),
    ],
    [
      'every type is a known one',
      'public fact',
      'Other (Entity types)',
      (row) => known(ENTITY_TYPES, row.type),
    ],
  ]),
  ...section('Onboarding', null, [
    [
      'Battery can be onboarded',
      'own choice',
      'Entity type (onboarding)',
      async ({ client }) => {
        const { data } = await client.read('listEntityTypes');
        must(
          data.some(({ type }) => type === 'Battery'),
          shown(data.map(({ type }) => type)),
        );
      },
    ],
    [
      'no type is listed twice',
      'own choice',
      'Entity type (onboarding)',
      async ({ client }) => {
        const types = (await client.read('listEntityTypes')).data.map(({ type }) => type);
        mustEqual(new Set(types).size, types.length, 'different types');
      },
    ],
  ]),
  ...section('Features', null, [
    [
      'CaptureChargeSessions is one of them, on or off',
      'own choice',
      'Feature: full set not shown',
      async ({ client, fixtures }) => {
        const params = { entityId: await fixtures.entityId() };
        const features = await client.read('listFeatures', { params });
        must(
          features.some(({ feature }) => feature === CAPTURE_CHARGE_SESSIONS),
          shown(features),
        );
      },
    ],
  ]),
];
