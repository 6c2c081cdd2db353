import { z } from '../../contract/zod.ts';
import { ChargeSession, ChargeSessionData } from '../../contract/charge-session.ts';
import { Collective, Member } from '../../contract/collective.ts';
import { COMMAND_STATUSES, Command } from '../../contract/command.ts';
import { Feature } from '../../contract/feature.ts';
import { Location } from '../../contract/location.ts';
import { OFFBOARDING_STATUSES, OffboardingRequest } from '../../contract/offboarding-request.ts';
import { Instant, Uuid, optional } from '../../contract/primitives.ts';
import { BEHAVIOURS } from '../devices/behaviours.ts';
import { worldFaults } from './references.ts';

const Name = z.string().trim().min(1).max(200);

const Organisation = z.strictObject({ id: Uuid, name: Name });

const Client = z.strictObject({
  clientId: z.string().min(1).max(200),
  clientSecret: z.string().min(1),
  organisationId: Uuid,
});

/** A member of a Collective in a world file. */
export const WorldMember = z.strictObject({
  ...Member.shape,
  /** Entities of the Collective that joined with this member and leave with it. */
  entities: z.array(Uuid).default([]),
});

const WorldCollective = z.strictObject({
  ...Collective.shape,
  name: Name,
  entities: z.array(Uuid).default([]),
  organisationId: Uuid,
  sharedWith: z.array(Uuid).default([]),
  members: z.array(WorldMember).default([]),
});

/** Maximum battery capacity, in kWh. */
export const BATTERY_CAPACITY_MAX = 100_000;

const WorldEntity = z.strictObject({
  id: Uuid,
  organisationId: Uuid,
  sharedWith: z.array(Uuid).default([]),
  type: z.string().min(1).max(100),
  brand: optional(z.string().max(200)),
  name: optional(Name),
  batteryCapacity: optional(z.number().positive().max(BATTERY_CAPACITY_MAX)),
  features: z.array(Feature).default([]),
  behaviour: z.enum(BEHAVIOURS).default('prompt'),
  /** It has left: its ids are unknown, but its Offboarding Request still names it. */
  offboarded: z.boolean().default(false),
});

const WorldLocation = Location.extend({ entityId: Uuid });

const WorldSession = z.strictObject({
  ...ChargeSession.shape,
  entityId: Uuid,
  // Sessions are listed by their start, so a world must have it.
  data: z.strictObject({ ...ChargeSessionData.shape, start: Instant }),
});
export type WorldSession = z.output<typeof WorldSession>;

const WorldCommand = z.strictObject({
  ...Command.shape,
  status: z.enum(COMMAND_STATUSES),
  type: z.string().min(1),
  triggerTime: Instant,
});

const WorldOffboarding = z.strictObject({
  ...OffboardingRequest.shape,
  status: z.enum(OFFBOARDING_STATUSES),
  data: z.strictObject({ id: Uuid, components: z.array(Uuid).default([]) }),
});

/**
 * The content of a world: the specification's resources in their own shapes, with their owners.
 * Every reference must resolve and ids must be unique.
 */
export const World = z
  .strictObject({
    /** Whether devices produce new charge sessions day by day, beyond those in the file. */
    lives: z.boolean().default(false),
    organisations: z.array(Organisation).min(1),
    clients: z.array(Client).default([]),
    collectives: z.array(WorldCollective).default([]),
    entities: z.array(WorldEntity).default([]),
    locations: z.array(WorldLocation).default([]),
    chargeSessions: z.array(WorldSession).default([]),
    commands: z.array(WorldCommand).default([]),
    offboardingRequests: z.array(WorldOffboarding).default([]),
  })
  .superRefine((world, context) => {
    for (const { path, message } of worldFaults(world)) {
      context.addIssue({ code: 'custom', path, message });
    }
  });
export type World = z.output<typeof World>;
/** A world in a file, where fields with a default may be absent. */
export type WorldInput = z.input<typeof World>;
