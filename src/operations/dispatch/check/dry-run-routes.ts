import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import { parseBody } from '../../../bff/http/input.ts';
import type { Route } from '../../../bff/http/route.ts';
import { dryRun, dryRunList, type DryRunParts } from './dry-run.ts';

/** Largest plan, in bytes: as large as a schedule may be. */
const PLAN_LIMIT = 1024 * 1024;

/** The routes that tell what a dispatch would meet; they send nothing. */
export function dryRunRoutes(parts: DryRunParts): Route[] {
  const { dryRun: run, dryRunList: list } = CONSOLE_ROUTES;
  return [
    {
      ...run,
      permission: 'dispatch',
      bodyLimit: PLAN_LIMIT,
      handle: (request) => dryRun(parts, parseBody(run.body, request)),
    },
    {
      ...list,
      permission: 'dispatch',
      bodyLimit: PLAN_LIMIT,
      handle: (request) => dryRunList(parts, parseBody(list.body, request)),
    },
  ];
}
