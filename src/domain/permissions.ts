import { PERMISSIONS, type Grant, type Permission } from '../contract/console/access.ts';
import type { Role } from '../contract/console/session.ts';
import { commandLabel } from './command-rules.ts';

const READ: readonly Permission[] = ['read'];
const OPERATE: readonly Permission[] = [
  ...READ,
  'dispatch',
  'override-cooldown',
  'override-guard',
  'cancel-command',
  'change-entity',
  'refresh-fleet',
  'offboard',
  'remove-member',
  'run-reports',
  'dismiss-attention',
];

/** Permissions of each role. The server enforces them; the page only explains them. */
const OF_ROLE: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: READ,
  operator: OPERATE,
  approver: [
    ...OPERATE,
    'approve-dispatch',
    'delete-sealed-report',
    'manage-tariffs',
    'read-audit',
  ],
  administrator: PERMISSIONS,
};

/** Whether a role has a permission. */
export function permits(role: Role, permission: Permission): boolean {
  return OF_ROLE[role].includes(permission);
}

const ACTS: Readonly<Record<Permission, string>> = {
  read: 'view the fleet',
  dispatch: 'send Commands',
  'override-cooldown': 'ignore cooldowns',
  'override-guard': 'send against a warning',
  'approve-dispatch': 'approve dispatches of others',
  'cancel-command': 'cancel Commands',
  'change-entity': 'change features, battery capacity or locations of an Entity',
  'refresh-fleet': 'refresh Entities',
  offboard: 'offboard Entities',
  'remove-member': 'remove members of a Collective',
  'run-reports': 'make, stop or delete reports, or save their definitions',
  'delete-sealed-report': 'delete a sealed report',
  'dismiss-attention': 'dismiss what needs attention',
  'manage-tariffs': 'change tariffs',
  'read-audit': 'read the audit log',
  'manage-templates': 'delete templates of others',
  'manage-directory': 'change the directory',
  'manage-operators': 'manage operators',
  'erase-data': 'erase the data of offboarded Entities',
};

/** Why a role lacks a permission; shown wherever a control is disabled. */
export function denialReason(role: Role, permission: Permission): string {
  return `The role ${role} may not ${ACTS[permission]}.`;
}

/** What an operator may do: what the role permits, and which Commands the grants let them dispatch where. */
export interface Rights {
  role: Role;
  grants: readonly Grant[];
}

/** A dispatch as its permission needs it. */
export interface WantedDispatch {
  /** null: none was given. */
  type: string | null;
  collectiveId: string;
  ignoreCooldown: boolean;
}

/** Allowed, or why not, in words. */
export type Decision = { allowed: true } | { allowed: false; reason: string };

/** The grant of an operator who is not limited to some Commands. */
export const EVERY_COMMAND: Grant = { type: null, collectiveId: null, ignoreCooldown: true };

/**
 * Whether an operator may dispatch a Command in a Collective: the one place that decides, for the server and the screen.
 * An administrator, who could grant themselves everything, needs no grant.
 */
export function mayDispatch({ role, grants }: Rights, wanted: WantedDispatch): Decision {
  const { type, collectiveId, ignoreCooldown } = wanted;
  const needed: Permission[] = ignoreCooldown ? ['dispatch', 'override-cooldown'] : ['dispatch'];
  const missing = needed.find((permission) => !permits(role, permission));
  if (missing !== undefined) return { allowed: false, reason: denialReason(role, missing) };
  if (role === 'administrator') return { allowed: true };
  const here = grants.filter((grant) => (grant.collectiveId ?? collectiveId) === collectiveId);
  if (here.length === 0) {
    return { allowed: false, reason: 'You may not send Commands in this Collective.' };
  }
  const typed = here.filter((grant) => (grant.type ?? type) === type);
  if (typed.length === 0) {
    return {
      allowed: false,
      reason: `You may not send ${type === null ? 'a Command without a type' : `“${commandLabel(type)}”`} in this Collective.`,
    };
  }
  if (!ignoreCooldown || typed.some((grant) => grant.ignoreCooldown)) return { allowed: true };
  return {
    allowed: false,
    reason: `You may not ignore the cooldown of ${type === null ? 'a Command' : `“${commandLabel(type)}”`} in this Collective.`,
  };
}

/** What somebody may dispatch, in words. @param nameOf the name of a Collective */
export function dispatchWords(
  { role, grants }: Rights,
  nameOf: (collectiveId: string) => string,
): string[] {
  if (!permits(role, 'dispatch')) return ['No Commands'];
  const held = role === 'administrator' ? [EVERY_COMMAND] : grants;
  if (held.length === 0) return ['No Commands'];
  return held.map(({ type, collectiveId, ignoreCooldown }) => {
    const what = type === null ? 'Every Command' : commandLabel(type);
    const where = collectiveId === null ? 'every Collective' : nameOf(collectiveId);
    return `${what} in ${where}${ignoreCooldown ? ', cooldowns may be ignored' : ''}`;
  });
}

/** Every permission but dispatching, in words, and whether a role has it. */
export function permissionWords(role: Role): { may: string; allowed: boolean }[] {
  return PERMISSIONS.filter((each) => each !== 'dispatch' && each !== 'override-cooldown').map(
    (permission) => ({ may: ACTS[permission], allowed: permits(role, permission) }),
  );
}
