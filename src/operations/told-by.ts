import { ENDPOINTS, type EndpointName } from '../contract/endpoints.ts';
import type { ReadResource } from '../contract/console/choices.ts';
import type { Page } from '../contract/paging.ts';
import type { z } from '../contract/zod.ts';
import type { CallInput } from '../bff/upstream/client.ts';
import { trusted } from '../lib/trusted.ts';
import { toldRows, type Told } from './fleet/reads/told-rows.ts';

/** What an answer says of a resource, and whether it says all of it; null: nothing that is kept. */
type Says = { told: Told; isWhole: boolean } | null;

/** What the fleet store keeps of an endpoint's answers. */
interface Kept {
  resource: ReadResource;
  /** @param value as the endpoint's schema has parsed it; absent: only failures are learnt from */
  says?(input: CallInput, value: unknown): Says;
}

/** A value that was parsed with the endpoint's schema. */
function parsed<S extends z.ZodType>(_schema: S, value: unknown): z.output<S> {
  return trusted<z.output<S>>(value);
}

/** Whether a page is the whole list. */
const isWhole = ({ query }: CallInput, { links, meta }: Page<unknown>) =>
  query['continuationToken'] === undefined &&
  (meta?.continuationToken ?? null) === null &&
  (links?.next ?? null) === null;

const features: Kept = {
  resource: 'features',
  says: (_input, content) => ({ told: { resource: 'features', content }, isWhole: true }),
};
const capacity: Kept = {
  resource: 'capacity',
  says: (_input, content) => ({ told: { resource: 'capacity', content }, isWhole: true }),
};
const oneCommand: Kept = {
  resource: 'commands',
  says: (_input, value) => {
    const rows = toldRows([parsed(ENDPOINTS.getCommand.answer, value)]);
    return { told: { resource: 'commands', rows }, isWhole: false };
  },
};

/** A list that is kept only as a whole. */
function wholeList(resource: 'members' | 'types'): Kept {
  return {
    resource,
    says(input, value) {
      const page = trusted<Page<unknown>>(value);
      if (!isWhole(input, page)) return null;
      return { told: { resource, content: page.data }, isWhole: true };
    },
  };
}

/** The resource of the fleet store that each endpoint reads or changes, and what an answer says of it. */
export const KEPT: Readonly<Partial<Record<EndpointName, Kept>>> = {
  listLocations: {
    resource: 'locations',
    says(input, value) {
      const page = parsed(ENDPOINTS.listLocations.answer, value);
      const told = { resource: 'locations' as const, locations: page.data };
      return { told, isWhole: isWhole(input, page) };
    },
  },
  getLocation: {
    resource: 'locations',
    says(_input, value) {
      const locations = [parsed(ENDPOINTS.getLocation.answer, value)];
      return { told: { resource: 'locations', locations }, isWhole: false };
    },
  },
  deleteLocation: {
    resource: 'locations',
    says({ params: { locationId: deleted = '' } }) {
      return { told: { resource: 'locations', deleted }, isWhole: false };
    },
  },
  listFeatures: features,
  changeFeature: features,
  getBatteryCapacity: capacity,
  setBatteryCapacity: capacity,
  listChargeSessions: {
    resource: 'sessions',
    says(_input, value) {
      const rows = toldRows(parsed(ENDPOINTS.listChargeSessions.answer, value).data);
      const told = { resource: 'sessions' as const, rows, span: null, isWide: false };
      return { told, isWhole: false };
    },
  },
  listCommands: {
    resource: 'commands',
    says(_input, value) {
      const rows = toldRows(parsed(ENDPOINTS.listCommands.answer, value).data);
      return { told: { resource: 'commands', rows }, isWhole: false };
    },
  },
  getCommand: oneCommand,
  cancelCommand: oneCommand,
  listMembers: wholeList('members'),
  removeMember: {
    resource: 'members',
    says({ params: { memberId: deleted = '' } }) {
      return { told: { resource: 'members', deleted }, isWhole: false };
    },
  },
  listEntityTypes: wholeList('types'),
  listOffboardingRequests: { resource: 'offboarding' },
  createOffboardingRequest: { resource: 'offboarding' },
  cancelOffboardingRequest: { resource: 'offboarding' },
};
