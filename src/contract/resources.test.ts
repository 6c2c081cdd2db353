import { describe, expect, test } from 'vitest';
import { BatteryCapacity } from './battery-capacity.ts';
import { ChargeSession } from './charge-session.ts';
import { Collective, Member } from './collective.ts';
import { Command, CommandBatch } from './command.ts';
import { EntityType } from './entity-type.ts';
import { ErrorBody } from './error-body.ts';
import { Feature, FeatureChange } from './feature.ts';
import { Location } from './location.ts';
import { OffboardingRequest } from './offboarding-request.ts';
import { pageOf } from './paging.ts';
import { PLAIN, TOLERATED } from './testing/payloads.ts';
import { TokenAnswer } from './token.ts';
import { z } from './zod.ts';

const SCHEMAS = {
  error: ErrorBody,
  location: Location,
  command: Command,
  commandBatch: CommandBatch,
  session: ChargeSession,
  offboardingRequest: OffboardingRequest,
  features: z.array(Feature),
  batteryCapacity: BatteryCapacity,
  collective: Collective,
  member: Member,
  entityType: EntityType,
  token: TokenAnswer,
  sessions: pageOf(ChargeSession),
} satisfies Record<keyof typeof PLAIN, z.ZodType>;

describe('resources of the specification', () => {
  test.each(Object.entries(SCHEMAS))('%s: a plain answer is unchanged', (name, schema) => {
    const sample = Object.entries(PLAIN).find(([key]) => key === name)?.[1];
    expect(schema.parse(sample)).toEqual(sample);
  });

  test.each(Object.entries(SCHEMAS))(
    '%s: everything the specification allows is accepted',
    (name, schema) => {
      const sample = Object.entries(TOLERATED).find(([key]) => key === name)?.[1];
      expect(schema.safeParse(sample).error).toBeUndefined();
    },
  );

  test('an unknown status, type and verification are kept verbatim', () => {
    const command = Command.parse(TOLERATED.command);
    expect(command).toMatchObject({
      status: 'Quarantined',
      type: 'BoilKettle',
      verification: { status: 'Perhaps', completedAt: null, error: null },
    });
  });

  test('unknown fields are dropped, absent ones become null, ids are lower-cased', () => {
    const command = Command.parse(TOLERATED.command);
    expect(command).not.toHaveProperty('colour');
    expect(command.triggerTime).toBeNull();
    expect(command.entityId).toBe(PLAIN.command.entityId);
  });

  test('a Location has exactly its four properties', () => {
    expect(Location.safeParse({ ...PLAIN.location, altitude: 3 }).success).toBe(false);
    const { label: _, ...unlabelled } = PLAIN.location;
    expect(Location.safeParse(unlabelled).success).toBe(false);
  });

  test('a feature has isEnabled in answers and enabled in requests', () => {
    expect(Feature.safeParse({ feature: 'X', enabled: true }).success).toBe(false);
    expect(FeatureChange.safeParse({ feature: 'X', enabled: true }).success).toBe(true);
    expect(FeatureChange.safeParse({ feature: 'X', isEnabled: true }).success).toBe(false);
  });

  test('custom properties of a Collective are kept, whatever their value', () => {
    const properties = { nested: [null, { deep: 'yes' }], n: 1 };
    expect(Collective.parse({ ...PLAIN.collective, properties }).properties).toEqual(properties);
  });

  test.each([
    ['an id that is not a UUID', { ...PLAIN.command, id: 'not-a-uuid' }],
    ['no id', { ...PLAIN.command, id: undefined }],
    ['a trigger time that is not an instant', { ...PLAIN.command, triggerTime: 'tomorrow' }],
    ['a number as status', { ...PLAIN.command, status: 3 }],
  ])('a Command with %s is refused', (_, sample) => {
    expect(Command.safeParse(sample).success).toBe(false);
  });

  test('a page without data, links and meta is an empty page', () => {
    expect(pageOf(Command).parse({})).toMatchObject({ data: [] });
  });
});
