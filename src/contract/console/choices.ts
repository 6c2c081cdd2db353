// Choices in page addresses, without schemas: the page's entry checks all addresses, and must not load the
// schemas of all areas for that.

/** Filter value for rows without a value. */
export const NO_VALUE = '~none';

/** Actions in the audit log. Security, S23. */
export const AUDIT_ACTIONS = [
  'sign-in',
  'sign-in-failed',
  'sign-in-locked',
  'sign-out',
  'session-ended',
  'denied',
  'cross-site-refused',
  'settings-changed',
  'directory-changed',
  'dispatch',
  'guard-overridden',
  'cooldown-overridden',
  'dispatch-approved',
  'dispatch-refused',
  'dispatch-withdrawn',
  'dispatch-expired',
  'approval-rules',
  'cancel',
  'sweep',
  'resolve',
  'outcome-closed',
  'batch-settled',
  'refresh',
  'dismiss',
  'bulk',
  'report',
  'report-deleted',
  'report-definition',
  'tariff',
  'change',
  'delete',
  'export',
  'restored',
  'retention',
  'erased',
  'password-changed',
  'password-reset',
  'operator-invited',
  'operator-changed',
  'token-made',
  'token-ended',
] as const;

/**
 * The product's one status vocabulary: acknowledgement and verification combined. `acknowledged` is
 * a success without proof yet; `disproven` is one that verification contradicts; `unrequested` is any
 * Command in the answer to a dispatch that it did not request; `incapable` is a failure of a device whose
 * type does not take the Command. Stored marks depend on the order.
 */
export const DERIVED_STATUSES = [
  'pending',
  'triggered',
  'sent',
  'acknowledged',
  'verified',
  'disproven',
  'failed',
  'canceled',
  'unknown',
  'unrecognised',
  'unrequested',
  'incapable',
] as const;

/** What rows of a report can represent. */
export const GROUPINGS = [
  'entity',
  'collective',
  'location',
  'address',
  'hour',
  'day',
  'week',
  'month',
  'hour-weekday',
  'register',
] as const;

/** See JobItemState. */
export const JOB_ITEM_STATES = [
  'waiting',
  'sending',
  'done',
  'unchanged',
  'refused',
  'too-late',
  'unknown',
  'skipped',
] as const;

/** See JobItemFilter. */
export const JOB_ITEM_FILTERS = [...JOB_ITEM_STATES, 'problems'] as const;

/** See Evidence. */
export const EVIDENCE = ['landed', 'not-found', 'person', 'unread'] as const;

/** The content of the directory. */
export const DIRECTORY_KINDS = ['collective', 'entity'] as const;

/** Fields of a record beside its id; a Collective has no brand, an Entity no owner. */
export const DIRECTORY_FIELDS = [
  'name',
  'type',
  'brand',
  'owner',
  'place',
  'note',
  'tags',
] as const;

/**
 * What the console keeps for every Entity. `sessions` are the recent charge sessions, `history` the older
 * ones, which are read once.
 */
export const FLEET_RESOURCES = [
  'locations',
  'commands',
  'features',
  'capacity',
  'sessions',
  'history',
] as const;
export type FleetResource = (typeof FLEET_RESOURCES)[number];

/** What it keeps for every Collective. */
export const COLLECTIVE_RESOURCES = ['members'] as const;

/** Deployment-wide: all Offboarding Requests, and the types that can be onboarded. */
export const DEPLOYMENT_RESOURCES = ['offboarding', 'types'] as const;

/** Everything that is read in the background. Counts per Entity use `FLEET_RESOURCES`. */
export const READ_RESOURCES = [
  ...FLEET_RESOURCES,
  ...COLLECTIVE_RESOURCES,
  ...DEPLOYMENT_RESOURCES,
] as const;
export type ReadResource = (typeof READ_RESOURCES)[number];

/** Sort keys of the list of Entities. */
export const ENTITY_SORTS = [
  'name',
  'type',
  'brand',
  'place',
  'known',
  'outcome',
  'seen',
  'energy',
  'capacity',
] as const;

/** Values of the filters of Entities by facts. */
export const FACT_CHOICES = {
  capacity: ['known', NO_VALUE, 'never'],
  capture: ['on', 'off', NO_VALUE, 'never'],
  place: ['known', NO_VALUE],
  reads: ['failing', 'partial', 'fine'],
} as const;
