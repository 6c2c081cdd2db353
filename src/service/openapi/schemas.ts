import { BatteryCapacity, BatteryCapacityChange } from '../../contract/battery-capacity.ts';
import { ChargeSession } from '../../contract/charge-session.ts';
import { Collective, Member } from '../../contract/collective.ts';
import {
  Command,
  CommandBatch,
  CommandRequest,
  ScheduledCommandRequest,
  Verification,
} from '../../contract/command.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { EntityType } from '../../contract/entity-type.ts';
import { ErrorBody } from '../../contract/error-body.ts';
import { Feature, FeatureChange } from '../../contract/feature.ts';
import { Location } from '../../contract/location.ts';
import { OffboardingCreation, OffboardingRequest } from '../../contract/offboarding-request.ts';
import { Quantity, TitledError } from '../../contract/primitives.ts';
import { TokenAnswer, TokenRequest } from '../../contract/token.ts';
import { z } from '../../contract/zod.ts';

/** A schema in JSON Schema 2020-12, as used by OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const NAMED: readonly (readonly [string, z.ZodType])[] = [
  ['BatteryCapacity', BatteryCapacity],
  ['BatteryCapacityChange', BatteryCapacityChange],
  ['ChargeSession', ChargeSession],
  ['ChargeSessionPage', ENDPOINTS.listChargeSessions.answer],
  ['Collective', Collective],
  ['Command', Command],
  ['CommandBatch', CommandBatch],
  ['CommandPage', ENDPOINTS.listCommands.answer],
  ['CommandRequest', CommandRequest],
  ['EntityType', EntityType],
  ['EntityTypePage', ENDPOINTS.listEntityTypes.answer],
  ['ErrorBody', ErrorBody],
  ['Feature', Feature],
  ['FeatureChange', FeatureChange],
  ['Location', Location],
  ['LocationPage', ENDPOINTS.listLocations.answer],
  ['Member', Member],
  ['MemberPage', ENDPOINTS.listMembers.answer],
  ['OffboardingCreation', OffboardingCreation],
  ['OffboardingRequest', OffboardingRequest],
  ['OffboardingRequestPage', ENDPOINTS.listOffboardingRequests.answer],
  ['Quantity', Quantity],
  ['ScheduledCommandRequest', ScheduledCommandRequest],
  ['TitledError', TitledError],
  ['TokenAnswer', TokenAnswer],
  ['TokenRequest', TokenRequest],
  ['Verification', Verification],
];

const REF = '#/components/schemas/';

const registry = z.registry<{ id: string }>();
for (const [id, schema] of NAMED) registry.add(schema, { id });

const OPTIONS = { io: 'input', unrepresentable: 'any', metadata: registry } as const;

function plain(schema: JsonSchema): JsonSchema {
  const { $schema: _dialect, $id: _id, id: _name, ...rest } = schema;
  return rest;
}

/** Every named schema of the interface, by name; they refer to each other by `$ref`. */
export function namedSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(registry, { ...OPTIONS, uri: (id) => `${REF}${id}` });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, plain(schema)]));
}

/** A schema in an operation: a reference if it has a name, even inside a list. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const named = registry.get(schema)?.id;
  if (named !== undefined) return { $ref: `${REF}${named}` };
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodType) {
    const { minItems } = z.toJSONSchema(schema, OPTIONS);
    return {
      type: 'array',
      ...(minItems !== undefined && { minItems }),
      items: schemaOf(schema.element),
    };
  }
  return plain(z.toJSONSchema(schema, OPTIONS));
}
