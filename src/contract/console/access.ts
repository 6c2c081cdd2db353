import { COMMAND_TYPES } from '../command.ts';
import { Uuid } from '../primitives.ts';
import { z } from '../zod.ts';

/** Actions that need a permission. */
export const PERMISSIONS = [
  'read',
  'dispatch',
  'override-cooldown',
  'override-guard',
  'approve-dispatch',
  'cancel-command',
  'change-entity',
  'refresh-fleet',
  'offboard',
  'remove-member',
  'run-reports',
  'delete-sealed-report',
  'dismiss-attention',
  'manage-tariffs',
  'read-audit',
  'manage-templates',
  'manage-directory',
  'manage-operators',
  'erase-data',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** Which Commands an operator may dispatch, and where. The role decides whether they may dispatch at all. */
export const Grant = z.strictObject({
  /** null: every Command type. */
  type: z.enum(COMMAND_TYPES).nullable(),
  /** null: every Collective. */
  collectiveId: Uuid.nullable(),
  /** Whether cooldowns may be ignored. */
  ignoreCooldown: z.boolean(),
});
export type Grant = z.infer<typeof Grant>;
