/**
 * What reads show and changes touch: each route names its topics, the live stream names those that changed, and a
 * page reads again what shows one of them. `batch` and `report` are single ones, by the id in the path.
 */
export const TOPICS = [
  'attention',
  'audit',
  'batch',
  'batches',
  'capacity',
  'commands',
  'definitions',
  'directory',
  'features',
  'fleet',
  'jobs',
  'locations',
  'members',
  'offboarding',
  'operators',
  'places',
  'reads',
  'report',
  'reports',
  'results',
  'session',
  'sessions',

  'tariffs',
  'templates',
  'types',
] as const;
export type Topic = (typeof TOPICS)[number];
