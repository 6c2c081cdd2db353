import type { EndpointName } from '../../contract/endpoints.ts';
import type { Handler } from '../call.ts';
import { getBatteryCapacity, setBatteryCapacity } from './battery-capacity.ts';
import { listChargeSessions } from './charge-sessions.ts';
import { listMembers, removeMember } from './collectives.ts';
import { cancelCommand, getCommand, listCommands } from './commands.ts';
import { scheduleCommands, sendCommand } from './dispatch.ts';
import { changeFeature, listFeatures } from './features.ts';
import { deleteLocation, getLocation, listLocations } from './locations.ts';
import {
  cancelOffboardingRequest,
  createOffboardingRequest,
  getOffboardingRequest,
  listOffboardingRequests,
} from './offboarding.ts';
import { listEntityTypes } from './onboarding.ts';

/** The handler of each endpoint of the table; a missing one does not compile. */
export const HANDLERS: { readonly [N in EndpointName]: Handler<N> } = {
  listLocations,
  getLocation,
  deleteLocation,
  sendCommand,
  scheduleCommands,
  listCommands,
  getCommand,
  cancelCommand,
  listChargeSessions,
  createOffboardingRequest,
  listOffboardingRequests,
  getOffboardingRequest,
  cancelOffboardingRequest,
  listFeatures,
  changeFeature,
  getBatteryCapacity,
  setBatteryCapacity,
  listMembers,
  removeMember,
  listEntityTypes,
};
