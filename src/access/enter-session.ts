import type { FastifyReply, FastifyRequest } from 'fastify';
import { ROLES, type Operator, type SessionAnswer } from '../contract/console/session.ts';
import { isoInstant } from '../domain/instant.ts';
import type { SignedIn } from '../http/signed-in.ts';
import type { Kysely } from 'kysely';
import type { SessionTables } from '../store/schema/session-schema.ts';
import type { OwnCookie } from './cookie.ts';
import type { PasswordSignIns } from './password-sign-in.ts';
import type { ProviderSignIns } from './provider-sign-in.ts';
import { readGrants } from './rights.ts';
import { hashOf } from './secrets.ts';
import type { Sessions } from './sessions.ts';

/** What a session begins with. */
export interface EnteringParts {
  db: Kysely<SessionTables>;
  sessions: Sessions;
  cookie: OwnCookie;
  /** Whether demo operators can be signed in with one click. */
  demo: boolean;
  /** What every page is told of the console. */
  facts: Pick<
    SessionAnswer,
    'embedded' | 'capacityUnit' | 'confirmEntities' | 'readsFleet' | 'basemap'
  >;
  /** The cursor from which a page that opens now follows changes. */
  readonly cursor: () => string;
  /**
   * Records that somebody signed in. If it fails, the browser never gets the cookie.
   * @param how what the row says of it beside who and where
   */
  readonly recordSignIn: (request: FastifyRequest, how: object | null) => Promise<void>;
  /** Sign-in with a password; null if it is not offered. */
  passwords: PasswordSignIns | null;
  /** Sign-in by the identity provider, or null. Passwords are then for administrators with a code of the command line. */
  provider: ProviderSignIns | null;
}

/** How a session begins, and what its browser is told: the same for all ways to sign in. */
export function createEntering(parts: EnteringParts) {
  /** Who is signed in, and the ways to sign in. */
  const answerFor = async (signedIn: SignedIn | null): Promise<SessionAnswer> => {
    const operator = signedIn?.operator ?? null;
    const provider = parts.provider?.provider ?? null;
    return {
      operator,
      ...(operator === null
        ? {}
        : { grants: (await readGrants(parts.db, operator.id)).get(operator.id) ?? [] }),
      signIn: {
        demo: parts.demo ? [...ROLES] : [],
        password: parts.passwords !== null && provider === null,
        setup: provider === null && ((await parts.passwords?.needsSetup()) ?? false),
        ...(provider === null ? {} : { provider: provider.host }),
      },
      ...(signedIn?.byProvider === true ? { byProvider: true } : {}),
      ...parts.facts,
      ...(operator === null ? {} : { cursor: parts.cursor() }),
      ...(signedIn?.endsAt === undefined ? {} : { endsAt: isoInstant(signedIn.endsAt) }),
    };
  };
  /**
   * Starts a session under a new id, and ends the one that came with the request.
   * @param provider set if the identity provider signed them in
   */
  const enter = async (
    request: FastifyRequest,
    reply: FastifyReply,
    operator: Operator,
    provider?: { issuer: string; provedSecondsAgo: number | null },
  ): Promise<SessionAnswer> => {
    for (const old of parts.cookie.values(request)) await parts.sessions.end(old);
    const browser = request.headers['user-agent']?.slice(0, 200) ?? null;
    const value = await parts.sessions.open(operator.id, {
      address: request.ip,
      browser,
      ...(provider === undefined ? {} : { provider }),
    });
    const signedIn: SignedIn = {
      operator,
      sessionHash: hashOf(value),
      ...(provider === undefined ? {} : { byProvider: true }),
      endsAt: parts.sessions.endOfNew(),
    };
    request.signedIn = signedIn;
    const how = provider === undefined ? null : { role: operator.role, provider: provider.issuer };
    await parts.recordSignIn(request, how);
    parts.cookie.give(reply, value);
    return answerFor(signedIn);
  };
  return { answerFor, enter };
}
