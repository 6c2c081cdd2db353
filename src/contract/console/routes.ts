import type { RouteShape } from '../route.ts';
import { ABOUT_ROUTES } from './about.ts';
import { APPROVAL_ROUTES } from './approval.ts';
import { AUDIT_ROUTES } from './audit.ts';
import { BATCH_ROUTES } from './batch-routes.ts';

import { DIRECTORY_CHANGE_ROUTES } from './directory-change-routes.ts';
import { DIRECTORY_ROUTES } from './directory-routes.ts';
import { ENTITY_LIST_ROUTES } from './entity-list-routes.ts';
import { DRY_RUN_ROUTES } from './dry-run.ts';
import { REPORT_ROUTES } from './report-routes.ts';
import { FLEET_ENTITY_ROUTES } from './fleet-entity.ts';
import { FLEET_ROUTES } from './fleet.ts';
import { JOB_ROUTES } from './job-routes.ts';
import { LIVE_ROUTES } from './live-routes.ts';
import { MEMBERSHIP_ROUTES } from './membership.ts';
import { OFFBOARDING_ROUTES } from './offboarding.ts';
import { OPERATOR_ROUTES } from './operators.ts';
import { OVERVIEW_ROUTES } from './overview.ts';
import { PLACE_ROUTES } from './place-routes.ts';
import { RESOLUTION_ROUTES } from './resolution-routes.ts';
import { SCHEDULE_ROUTES } from './schedule.ts';
import { SESSION_ROUTES } from './session-routes.ts';
import { TEMPLATE_ROUTES } from './template.ts';

/** The one table of the console's own routes, beside the interface's paths. */
export const CONSOLE_ROUTES = {
  ...SESSION_ROUTES,
  ...OPERATOR_ROUTES,
  ...DIRECTORY_ROUTES,
  ...ENTITY_LIST_ROUTES,
  ...DIRECTORY_CHANGE_ROUTES,
  ...BATCH_ROUTES,
  ...APPROVAL_ROUTES,
  ...RESOLUTION_ROUTES,
  ...DRY_RUN_ROUTES,
  ...SCHEDULE_ROUTES,
  ...TEMPLATE_ROUTES,
  ...LIVE_ROUTES,
  ...OVERVIEW_ROUTES,
  ...MEMBERSHIP_ROUTES,
  ...PLACE_ROUTES,
  ...FLEET_ROUTES,
  ...FLEET_ENTITY_ROUTES,
  ...JOB_ROUTES,
  ...OFFBOARDING_ROUTES,
  ...REPORT_ROUTES,
  ...AUDIT_ROUTES,
  ...ABOUT_ROUTES,
} as const satisfies Record<string, RouteShape>;

export type ConsoleRouteName = keyof typeof CONSOLE_ROUTES;
