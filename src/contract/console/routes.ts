import { z } from '../zod.ts';
import { Uuid } from '../primitives.ts';
import { BatchDetail, BatchList } from './batch.ts';
import {
  DirectoryCollectiveDetail,
  DirectoryCollectives,
  DirectoryEntityDetail,
  DirectoryImport,
  DirectoryImportResult,
} from './directory.ts';
import { DemoSignIn, FirstAdministrator, PasswordSignIn, SessionAnswer } from './session.ts';

/** The header that a browser sends with every /api request and every unsafe /auth request. */
export const CONSOLE_HEADER = { name: 'X-Gridhelm', value: '1' } as const;

/** The header that names a dispatch; its value is the intent's UUID. */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** The header that carries the operator's reason for a dispatch, percent-encoded. */
export const REASON_HEADER = 'X-Gridhelm-Reason';

/** Longest reason, in characters before encoding. */
export const REASON_MAX = 500;

/** Where the console's server offers the interface's own paths. */
export const PROXY_PREFIX = '/api';

const none = z.strictObject({});
const byId = z.strictObject({ id: Uuid });

/** What the console's own server offers beside the interface's paths. */
export const CONSOLE_ROUTES = {
  session: {
    method: 'GET',
    path: '/auth/session',
    params: none,
    query: none,
    body: null,
    answer: SessionAnswer,
  },
  demoSignIn: {
    method: 'POST',
    path: '/auth/demo',
    params: none,
    query: none,
    body: DemoSignIn,
    answer: SessionAnswer,
  },
  passwordSignIn: {
    method: 'POST',
    path: '/auth/sign-in',
    params: none,
    query: none,
    body: PasswordSignIn,
    answer: SessionAnswer,
  },
  firstAdministrator: {
    method: 'POST',
    path: '/auth/setup',
    params: none,
    query: none,
    body: FirstAdministrator,
    answer: SessionAnswer,
  },
  signOut: {
    method: 'POST',
    path: '/auth/sign-out',
    params: none,
    query: none,
    body: null,
    answer: null,
  },
  collectives: {
    method: 'GET',
    path: '/api/console/collectives',
    params: none,
    query: none,
    body: null,
    answer: DirectoryCollectives,
  },
  collective: {
    method: 'GET',
    path: '/api/console/collectives/{id}',
    params: byId,
    query: none,
    body: null,
    answer: DirectoryCollectiveDetail,
  },
  entity: {
    method: 'GET',
    path: '/api/console/entities/{id}',
    params: byId,
    query: none,
    body: null,
    answer: DirectoryEntityDetail,
  },
  importDirectory: {
    method: 'POST',
    path: '/api/console/directory/import',
    params: none,
    query: none,
    body: DirectoryImport,
    answer: DirectoryImportResult,
  },
  batches: {
    method: 'GET',
    path: '/api/console/batches',
    params: none,
    query: z.strictObject({
      collectiveId: Uuid.optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    body: null,
    answer: BatchList,
  },
  batch: {
    method: 'GET',
    path: '/api/console/batches/{id}',
    params: byId,
    query: none,
    body: null,
    answer: BatchDetail,
  },
} as const;

export type ConsoleRouteName = keyof typeof CONSOLE_ROUTES;
