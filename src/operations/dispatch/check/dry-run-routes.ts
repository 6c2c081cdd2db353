import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import { defineRoute } from '../../../http/define-route.ts';
import type { Route } from '../../../http/route.ts';
import { dryRun, dryRunList, type DryRunParts } from './dry-run.ts';

/** Largest plan, in bytes: the limit of a schedule. */
const PLAN_LIMIT = 1024 * 1024;

/** The routes that compute what a dispatch would meet; they send nothing. */
export function dryRunRoutes(parts: DryRunParts): Route[] {
  const rules = { permission: 'dispatch', audit: 'none', bodyLimit: PLAN_LIMIT } as const;
  return [
    defineRoute(CONSOLE_ROUTES.dryRun, rules, ({ body }) => dryRun(parts, body)),
    defineRoute(CONSOLE_ROUTES.dryRunList, rules, ({ body }) => dryRunList(parts, body)),
  ];
}
