import { beforeAll, expect, test } from 'vitest';
import { PROXY_PREFIX } from '../contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../contract/console/routes.ts';
import { OPEN_ROUTES } from '../contract/console/session-routes.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { ActAudit, Route } from '../http/route.ts';
import { PERMISSIONS } from '../contract/console/access.ts';
import { consoleOfAllTests } from './testing/started-console.ts';

/** Unsafe methods that the audit log does not record, and why. */
const NOT_RECORDED: Readonly<Record<string, string>> = {
  dryRun: 'reads only; the plan is too long for an address',
  dryRunList: 'reads only; the plan is too long for an address',
  refreshBatch: 'reads Commands again, as the tracker does anyway',
  previewImport: 'reads only; the document is too long for an address',
  bulkTargets: 'reads only; the list is too long for an address',
  readPrices: 'reads only; the file is too long for an address',
  leaveProvider: 'tells an address; the sign-out before it is recorded',
};
/** Reads that are recorded, since they export much data. */
const READ_AND_RECORDED = ['figureFile', 'sealedFile', 'exportDirectory', 'auditFile'];

const keyOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;
const DECLARED = [
  ...Object.entries(CONSOLE_ROUTES).map(([name, route]) => ({ name, ...route })),
  ...Object.entries(ENDPOINTS).map(([name, endpoint]) => ({
    name,
    ...endpoint,
    path: PROXY_PREFIX + endpoint.path,
  })),
];

let served: ReadonlyMap<string, Route>;
const started = consoleOfAllTests();
beforeAll(async () => {
  served = new Map(started.gridhelm.running.routes.map((route) => [keyOf(route), route]));
});

test('every route of the contract is served once, and nothing else is', () => {
  const keys = started.gridhelm.running.routes.map(keyOf);
  expect(keys.toSorted()).toEqual(DECLARED.map(keyOf).toSorted());
  expect(keys.length).toBeGreaterThan(90);
});

test('every route declares who may use it; only signing in and out is open', () => {
  const open = DECLARED.filter((route) => served.get(keyOf(route))?.permission === null);
  expect(open.map(({ name }) => name)).toEqual([...OPEN_ROUTES]);
  const known: readonly unknown[] = [null, ...PERMISSIONS];
  for (const route of served.values()) expect(known).toContain(route.permission);
});

test('every unsafe route is recorded, except those that only read', () => {
  const unsafe = DECLARED.filter(({ method }) => method !== 'GET');
  const auditOf = (route: (typeof DECLARED)[number]) => served.get(keyOf(route))?.audit;
  const silent = unsafe.filter((route) => auditOf(route) === 'none');
  expect(silent.map(({ name }) => name).toSorted()).toEqual(Object.keys(NOT_RECORDED).toSorted());
  const read = DECLARED.filter(({ method }) => method === 'GET');
  const recorded = read.filter((route) => auditOf(route) !== 'none');
  expect(recorded.map(({ name }) => name).toSorted()).toEqual(READ_AND_RECORDED.toSorted());
});

test('a target in the log names only parameters of its path', () => {
  const isAct = (audit: Route['audit']): audit is ActAudit => typeof audit === 'object';
  const texts = [...served.values()].flatMap(({ path, audit }) =>
    isAct(audit) ? [{ path, target: audit.target, param: audit.dispatchParam }] : [],
  );
  expect(texts.length).toBeGreaterThan(40);
  for (const { path, target, param } of texts) {
    const named = typeof target === 'string' ? [...target.matchAll(/\{\w+\}/g)].flat() : [];
    const wanted = param === null ? named : [...named, `{${param}}`];
    for (const name of wanted) expect(path).toContain(name);
  }
});
