import type { EndpointName } from '../../contract/endpoints.ts';

/** The description of an endpoint. */
interface Description {
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
}

/** Why an endpoint may answer 409: the required state. */
export const CONFLICTS: Readonly<Partial<Record<EndpointName, string>>> = {
  cancelCommand: 'The Command is no longer Pending and does not change.',
  createOffboardingRequest: 'Another Offboarding Request for the Entity is Pending.',
  cancelOffboardingRequest: 'The Offboarding Request is no longer Pending.',
};

/** Tag, summary and rules of each endpoint. Spec, "Endpoints"; the rest is our choice. */
export const DESCRIPTIONS = {
  listLocations: {
    tag: 'Locations',
    summary: 'List the Locations of an Entity',
    description: 'Pages in the order in which the Locations were added.',
  },
  getLocation: {
    tag: 'Locations',
    summary: 'Retrieve one Location',
    description: 'A Location has exactly four properties.',
  },
  deleteLocation: {
    tag: 'Locations',
    summary: 'Delete a Location',
    description: 'Past Charge Sessions keep their matches. The answer has no body.',
  },
  sendCommand: {
    tag: 'Commands',
    summary: 'Send a Command to every Entity of a Collective now',
    description:
      'Makes one Pending Command for each Entity, and one batch. The batch id appears here only. The value is checked by each device: LimitFeedIn needs a number of W from 0 upwards, else its Command becomes Failed.',
  },
  scheduleCommands: {
    tag: 'Commands',
    summary: 'Schedule Commands for every Entity of a Collective',
    description:
      'Makes one Pending Command for each Entity and item. A trigger time may be at most 60 s in the past. One invalid item causes the whole request to be refused.',
  },
  listCommands: {
    tag: 'Commands',
    summary: 'List the Commands of an Entity',
    description:
      'By trigger time; the frame includes its start and excludes its end. Without a frame: all.',
  },
  getCommand: {
    tag: 'Commands',
    summary: 'Retrieve one Command',
    description: 'There are no notifications: read it again to follow its status.',
  },
  cancelCommand: {
    tag: 'Commands',
    summary: 'Cancel a Command',
    description: 'From Pending only. Takes no body.',
  },
  listChargeSessions: {
    tag: 'Charge Sessions',
    summary: 'List the Charge Sessions of an Entity',
    description:
      'By start; the frame includes its start and excludes its end. Sessions are computed once a day, and never listed while they run.',
  },
  createOffboardingRequest: {
    tag: 'Offboarding',
    summary: 'Request the offboarding of an Entity',
    description:
      'A Pending Request succeeds after a while; the Entity is then gone from its Collectives and unknown.',
  },
  listOffboardingRequests: {
    tag: 'Offboarding',
    summary: 'List Offboarding Requests',
    description: 'Those for Entities that belong to your organisation or are shared with it.',
  },
  getOffboardingRequest: {
    tag: 'Offboarding',
    summary: 'Retrieve one Offboarding Request',
    description: 'Its status is Pending, Canceled, Succeeded or Failed.',
  },
  cancelOffboardingRequest: {
    tag: 'Offboarding',
    summary: 'Cancel an Offboarding Request',
    description: 'From Pending only. Takes no body.',
  },
  listFeatures: {
    tag: 'Features',
    summary: 'List the features of an Entity',
    description: 'A bare array, not a page.',
  },
  changeFeature: {
    tag: 'Features',
    summary: 'Activate or deactivate a feature',
    description:
      'CaptureChargeSessions needs an Entity that charges and, for some brands, a battery capacity that is already set.',
  },
  getBatteryCapacity: {
    tag: 'Battery capacity',
    summary: 'Read the battery capacity',
    description: 'In kWh by convention; null if none is set.',
  },
  setBatteryCapacity: {
    tag: 'Battery capacity',
    summary: 'Set the battery capacity',
    description: 'A number above 0, in kWh by convention.',
  },
  listMembers: {
    tag: 'Collectives',
    summary: 'List the members of a Collective',
    description: 'Pages in the order in which the members joined.',
  },
  removeMember: {
    tag: 'Collectives',
    summary: 'Remove a member from a Collective',
    description:
      'Entities that joined with the member leave with it. Answers with the Collective and its remaining Entities.',
  },
  listEntityTypes: {
    tag: 'Onboarding',
    summary: 'List the Entity types that can be onboarded',
    description: 'Each with its available brands.',
  },
} as const satisfies Record<EndpointName, Description>;

/** Descriptions of query parameters. Names: public facts, "Names of query parameters". */
export const QUERY_DESCRIPTIONS: Readonly<Record<string, string>> = {
  start: 'Start of the time frame, inclusive.',
  end: 'End of the time frame, exclusive.',
  pageSize: 'Rows of a page: 1 to 1000, 25 by default.',
  continuationToken:
    'meta.continuationToken of the previous page, for the same list and time frame.',
  ignoreCooldown:
    'true ignores the cooldowns of the Entities; Commands may then not be executed. Default: false.',
};
