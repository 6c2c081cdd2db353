import { Uuid } from '../primitives.ts';
import { z } from '../zod.ts';

const none = z.strictObject({});

/** Parameters of a path with one id. */
export const byId = z.strictObject({ id: Uuid });

/** Defaults of a method's routes: no parameters, no query, no body. Each route overrides its own. */
const base = { params: none, query: none, body: null } as const;
export const GET = { ...base, method: 'GET' } as const;
export const POST = { ...base, method: 'POST' } as const;
export const PATCH = { ...base, method: 'PATCH' } as const;
export const DELETE = { ...base, method: 'DELETE' } as const;
