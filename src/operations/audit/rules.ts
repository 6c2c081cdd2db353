import type { AuditAction } from '../../contract/console/audit.ts';
import {
  CONSOLE_ROUTES,
  PROXY_PREFIX,
  type ConsoleRouteName,
} from '../../contract/console/routes.ts';
import { ENDPOINTS, type EndpointName } from '../../contract/endpoints.ts';
import { keysOf } from '../../lib/objects.ts';

/** How an act is recorded. Its path parameters name the target. */
export interface AuditRule {
  action: AuditAction;
  /** Whether what was asked for is kept; not where it can hold a password or a whole directory. */
  keepsBody: boolean;
  /** Whether the request goes on to the Service, so that its status belongs to the record. */
  upstream: boolean;
  /** Which path parameter is the intent's id, or null. */
  dispatchParam: 'id' | null;
}

const own = (
  action: AuditAction,
  more: Partial<Pick<AuditRule, 'keepsBody' | 'dispatchParam'>> = {},
): AuditRule => ({ action, keepsBody: true, upstream: false, dispatchParam: null, ...more });

const passedOn = (action: AuditAction): AuditRule => ({ ...own(action), upstream: true });

/** The console's own acts. What is missing here only reads; a test holds the two lists together. */
export const OWN_RULES: Readonly<Partial<Record<ConsoleRouteName, AuditRule>>> = {
  importDirectory: own('directory-changed', { keepsBody: false }),
  undoImport: own('directory-changed'),
  addCollective: own('directory-changed'),
  editCollective: own('directory-changed'),
  addEntity: own('directory-changed'),
  editEntity: own('directory-changed'),
  resolveConflict: own('directory-changed'),
  decideSightings: own('directory-changed'),
  decideLeaving: own('directory-changed'),
  resolve: own('resolve', { dispatchParam: 'id' }),
  closeOutcome: own('outcome-closed', { dispatchParam: 'id' }),
  startSweep: own('sweep', { dispatchParam: 'id' }),
  stopSweep: own('sweep'),
  resumeSweep: own('sweep'),
  gatherPlaces: own('gather'),
  stopGathering: own('gather'),
  resumeGathering: own('gather'),
  readPlacesOf: own('gather'),
  startBulk: own('bulk'),
  stopBulk: own('bulk'),
  resumeBulk: own('bulk'),
  saveReportDefinition: own('report-definition'),
  deleteReportDefinition: own('report-definition'),
  saveTariff: own('tariff'),
  deleteTariff: own('tariff'),
  startReport: own('report'),
  relateReport: own('report'),
  changeReportRun: own('report'),
  retryReport: own('report'),
  deleteReportRun: own('report-deleted'),
  // These only read, but take a whole report or the directory out of the console.
  exportReport: own('export'),
  exportDirectory: own('export'),
  recordFile: own('export'),
  addTemplate: own('settings-changed'),
  deleteTemplate: own('settings-changed'),
  reanchorAudit: own('audit-reanchored'),
  changePassword: own('password-changed', { keepsBody: false }),
};

/** The unsafe endpoints of the interface. */
export const PROXY_RULES: Readonly<Partial<Record<EndpointName, AuditRule>>> = {
  sendCommand: passedOn('dispatch'),
  scheduleCommands: passedOn('dispatch'),
  cancelCommand: passedOn('cancel'),
  deleteLocation: passedOn('delete'),
  removeMember: passedOn('delete'),
  changeFeature: passedOn('change'),
  setBatteryCapacity: passedOn('change'),
  createOffboardingRequest: passedOn('change'),
  cancelOffboardingRequest: passedOn('change'),
};

/** How signing in and out is recorded is decided by what came of it. */
export const SIGN_IN_ROUTES: readonly ConsoleRouteName[] = [
  'demoSignIn',
  'passwordSignIn',
  'firstAdministrator',
  'resetPassword',
];

const key = (method: string, path: string) => `${method} ${path}`;

const RULES = new Map<string, AuditRule>();
for (const name of keysOf(CONSOLE_ROUTES)) {
  const rule = OWN_RULES[name];
  const { method, path } = CONSOLE_ROUTES[name];
  if (rule !== undefined) RULES.set(key(method, path), rule);
}
for (const name of keysOf(ENDPOINTS)) {
  const rule = PROXY_RULES[name];
  const { method, path } = ENDPOINTS[name];
  if (rule !== undefined) RULES.set(key(method, PROXY_PREFIX + path), rule);
}

/** How a route is recorded, or undefined where it is not. */
export function ruleOf(route: { method: string; path: string }): AuditRule | undefined {
  return RULES.get(key(route.method, route.path));
}

/** Whether a route is one of those by which one signs in or out. */
export function signRoute(route: { path: string }): 'in' | 'out' | null {
  if (route.path === CONSOLE_ROUTES.signOut.path) return 'out';
  return SIGN_IN_ROUTES.some((name) => CONSOLE_ROUTES[name].path === route.path) ? 'in' : null;
}
