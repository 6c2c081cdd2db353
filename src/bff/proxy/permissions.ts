import type { EndpointName } from '../../contract/endpoints.ts';
import type { Permission } from '../../domain/permissions.ts';

/** What an operator must be allowed to do for each endpoint of the interface. */
export const PROXY_PERMISSIONS: Readonly<Record<EndpointName, Permission>> = {
  listLocations: 'read',
  getLocation: 'read',
  deleteLocation: 'change-entity',
  sendCommand: 'dispatch',
  scheduleCommands: 'dispatch',
  listCommands: 'read',
  getCommand: 'read',
  cancelCommand: 'cancel-command',
  listChargeSessions: 'read',
  createOffboardingRequest: 'offboard',
  listOffboardingRequests: 'read',
  getOffboardingRequest: 'read',
  cancelOffboardingRequest: 'offboard',
  listFeatures: 'read',
  changeFeature: 'change-entity',
  getBatteryCapacity: 'read',
  setBatteryCapacity: 'change-entity',
  listMembers: 'read',
  removeMember: 'remove-member',
  listEntityTypes: 'read',
};
