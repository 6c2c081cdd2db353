import type { Caller } from '../call.ts';
import type { Store } from '../store/store.ts';
import { sameHash, secretHash } from './secrets.ts';

/** Knows the applications that may request a token. */
export interface Clients {
  /** The caller for a client id and secret, or null if they do not match. */
  authenticate(clientId: string, clientSecret: string): Promise<Caller | null>;
}

/**
 * The demo client and the clients of the world.
 * @param demo its id, secret and organisation
 */
export function makeClients(
  store: Store,
  demo: { clientId: string; clientSecret: string; organisationId: string },
): Clients {
  const demoHash = secretHash(demo.clientSecret);
  return {
    authenticate: async (clientId, clientSecret) => {
      const given = secretHash(clientSecret);
      const known =
        clientId === demo.clientId
          ? { secret_hash: demoHash, organisation_id: demo.organisationId }
          : await store
              .selectFrom('client')
              .select(['secret_hash', 'organisation_id'])
              .where('client_id', '=', clientId)
              .executeTakeFirst();
      // An unknown id is compared too, so that it takes the same time.
      const same = sameHash(given, known?.secret_hash ?? demoHash);
      return known !== undefined && same
        ? { clientId, organisationId: known.organisation_id }
        : null;
    },
  };
}
