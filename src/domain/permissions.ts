import type { Role } from '../contract/console/session.ts';

/** Actions that need a permission. */
export const PERMISSIONS = [
  'read',
  'dispatch',
  'override-cooldown',
  'override-guard',
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
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const READ: readonly Permission[] = ['read'];
const OPERATE: readonly Permission[] = [
  ...READ,
  'dispatch',
  'override-cooldown',
  'override-guard',
  'cancel-command',
  'change-entity',
  'refresh-fleet',
  'run-reports',
  'dismiss-attention',
];

/** Permissions of each role. The server enforces them; the page only explains them. */
const GRANTS: Readonly<Record<Role, readonly Permission[]>> = {
  viewer: READ,
  operator: OPERATE,
  approver: [...OPERATE, 'delete-sealed-report', 'manage-tariffs', 'read-audit'],
  administrator: PERMISSIONS,
};

/** Whether a role has a permission. */
export function permits(role: Role, permission: Permission): boolean {
  return GRANTS[role].includes(permission);
}

const ACTS: Readonly<Record<Permission, string>> = {
  read: 'view the fleet',
  dispatch: 'send Commands',
  'override-cooldown': 'ignore cooldowns',
  'override-guard': 'send against a warning',
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
};

/** Why a role lacks a permission; shown wherever a control is disabled. */
export function denialReason(role: Role, permission: Permission): string {
  return `The role ${role} may not ${ACTS[permission]}.`;
}
