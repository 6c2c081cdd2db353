import type { AuditAction } from '../../contract/console/audit.ts';
import { PROXY_PREFIX } from '../../contract/console/headers.ts';
import type { EndpointName, EndpointShape } from '../../contract/endpoints.ts';
import type { Permission } from '../../contract/console/access.ts';
import { OffboardingCreation } from '../../contract/offboarding-request.ts';
import { READ, act, type ActAudit, type RouteRules } from '../../http/route.ts';

const rules = (permission: Permission, action: AuditAction, target: ActAudit['target']) => ({
  permission,
  // A dispatch checks the room itself, since a repeated one is answered without.
  audit: act(action, target, { effect: 'service', needsRoom: action !== 'dispatch' }),
});

/** The Entity of a new Offboarding Request; a malformed one names none. */
function offboarded(body: unknown): string {
  const { data } = OffboardingCreation.safeParse(body);
  return data === undefined ? 'entity' : `entity ${data.entityId}`;
}

/** Permission and audit of each endpoint of the interface. */
export const PROXY_RULES: Readonly<Record<EndpointName, RouteRules<Permission>>> = {
  listLocations: READ,
  getLocation: READ,
  deleteLocation: {
    ...rules('change-entity', 'delete', 'entity {entityId}, location {locationId}'),
    confirmed: true,
  },
  sendCommand: rules('dispatch', 'dispatch', 'collective {collectiveId}'),
  scheduleCommands: {
    ...rules('dispatch', 'dispatch', 'collective {collectiveId}'),
    // A megabyte of planned rows.
    bodyLimit: 1024 * 1024,
  },
  listCommands: READ,
  getCommand: READ,
  cancelCommand: rules('cancel-command', 'cancel', 'entity {entityId}, command {commandId}'),
  listChargeSessions: READ,
  createOffboardingRequest: { ...rules('offboard', 'change', offboarded), confirmed: true },
  listOffboardingRequests: READ,
  getOffboardingRequest: READ,
  cancelOffboardingRequest: rules(
    'offboard',
    'change',
    'offboardingRequest {offboardingRequestId}',
  ),
  listFeatures: READ,
  changeFeature: rules('change-entity', 'change', 'entity {entityId}'),
  getBatteryCapacity: READ,
  setBatteryCapacity: rules('change-entity', 'change', 'entity {entityId}'),
  listMembers: READ,
  removeMember: {
    ...rules('remove-member', 'delete', 'collective {collectiveId}, member {memberId}'),
    confirmed: true,
  },
  listEntityTypes: READ,
};

/** A copy of an endpoint with the address under which the console offers it. */
export function proxied<E extends EndpointShape>(endpoint: E): E {
  return { ...endpoint, path: PROXY_PREFIX + endpoint.path };
}
