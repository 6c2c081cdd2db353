import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Uuid } from '../contract/primitives.ts';
import { DEFAULT_SCOPE } from '../contract/token.ts';
import { Dialect } from '../contract/queries.ts';
import { z } from '../contract/zod.ts';
import { messageOf } from '../lib/message-of.ts';
import { StartError } from '../lib/start-error.ts';
import type { Access } from './client.ts';
import type { Targets } from './fixtures.ts';

/** The options of a run. */
export interface Options {
  /** Null: the embedded service is started. */
  access: Access | null;
  write: boolean;
  /** Whether a Command may be sent immediately. */
  allowSend: boolean;
  targets: Targets;
  /** File for the findings as JSON. */
  json: string | null;
}

/** The usage text. */
export const USAGE = `npm run conformance -- --base-url URL --auth-url URL --client-id ID --client-secret-file FILE
npm run conformance -- --embedded

Checks a deployment of the interface against the specification. It only reads, unless --write is given.

  --base-url URL             address before /v1              (SERVICE_BASE_URL)
  --auth-url URL             address of the token endpoint   (SERVICE_AUTH_URL)
  --client-id ID             application credentials         (SERVICE_CLIENT_ID)
  --client-secret-file FILE  file that holds the secret      (SERVICE_CLIENT_SECRET_FILE, SERVICE_CLIENT_SECRET)
  --scope SCOPE              scope of the token, ${DEFAULT_SCOPE} if absent (SERVICE_SCOPE)
  --embedded                 starts the embedded service with its demo on a free port, and writes
  --entity ID                an Entity to check; may be repeated. Absent: those of the Offboarding Requests
  --collective ID            a Collective to check, and with --write to schedule Commands for
  --write                    also runs checks that change something, lists the changes first, and reverts them
  --allow-send               with --write: a Command is sent at once, which cannot be undone
  --incompatible-entity ID   an Entity without charge sessions; capturing them must be refused
  --foreign-entity ID        an Entity of another organisation; it must be refused
  --foreign-collective ID    a Collective of another organisation; it must be refused
  --offboard ID              with --write: an Offboarding Request for this Entity is made and canceled
  --offboard-for-good ID     with --write: the same, and then this Entity leaves for good
  --remove-member ID         with --write: this member leaves the Collective for good
  --delete-location E/L      with --write: Location L of Entity E is deleted for good
  --json FILE                writes the findings as JSON

Names of query parameters: SERVICE_PARAM_START, _END, _PAGE_SIZE, _CONTINUATION_TOKEN, _IGNORE_COOLDOWN.
`;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        'base-url': text,
        'auth-url': text,
        'client-id': text,
        'client-secret-file': text,
        scope: text,
        embedded: flag,
        entity: { type: 'string', multiple: true },
        collective: text,
        write: flag,
        'allow-send': flag,
        'incompatible-entity': text,
        'foreign-entity': text,
        'foreign-collective': text,
        offboard: text,
        'offboard-for-good': text,
        'remove-member': text,
        'delete-location': text,
        json: text,
      },
    }).values;
  } catch (error) {
    throw new StartError(messageOf(error));
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

const Address = z.url({ protocol: /^https?$/ });

function id(value: string | undefined, name: string): string | null {
  if (value === undefined) return null;
  const read = Uuid.safeParse(value);
  if (!read.success) throw new StartError(`--${name}: "${value}" is not a UUID.`);
  return read.data;
}

function secretFrom(file: string | undefined, env: Environment): string | undefined {
  const from = file ?? env['SERVICE_CLIENT_SECRET_FILE'];
  if (from === undefined || from === '') return env['SERVICE_CLIENT_SECRET'];
  try {
    return readFileSync(from, 'utf8').trim();
  } catch (error) {
    throw new StartError(`--client-secret-file: it cannot be read (${messageOf(error)}).`);
  }
}

function dialectFrom(env: Environment): Dialect {
  const names = {
    start: env['SERVICE_PARAM_START'],
    end: env['SERVICE_PARAM_END'],
    pageSize: env['SERVICE_PARAM_PAGE_SIZE'],
    continuationToken: env['SERVICE_PARAM_CONTINUATION_TOKEN'],
    ignoreCooldown: env['SERVICE_PARAM_IGNORE_COOLDOWN'],
  };
  return Dialect.parse(
    Object.fromEntries(
      Object.entries(names).filter(([, name]) => name !== undefined && name !== ''),
    ),
  );
}

/**
 * Parses the options of the suite; environment variables have the names of the console's settings.
 * @param args arguments of the program
 * @returns null if neither an address nor --embedded is given: then nothing is done
 * @throws StartError with the missing or invalid argument
 */
export function readOptions(args: readonly string[], env: Environment): Options | null {
  const given = readArguments(args);
  const embedded = given.embedded === true;
  const needed = {
    '--base-url': given['base-url'] ?? env['SERVICE_BASE_URL'],
    '--auth-url': given['auth-url'] ?? env['SERVICE_AUTH_URL'],
    '--client-id': given['client-id'] ?? env['SERVICE_CLIENT_ID'],
    '--client-secret-file': embedded ? undefined : secretFrom(given['client-secret-file'], env),
  };
  const { '--base-url': baseUrl = '', '--auth-url': authUrl = '' } = needed;
  if (!embedded) {
    if (baseUrl === '' && authUrl === '') return null;
    const missing = Object.entries(needed).filter(
      ([, value]) => value === undefined || value === '',
    );
    if (missing.length > 0) {
      throw new StartError(`Missing: ${missing.map(([name]) => name).join(', ')}.`);
    }
    for (const [name, value] of [
      ['--base-url', baseUrl],
      ['--auth-url', authUrl],
    ] as const) {
      if (!Address.safeParse(value).success) {
        throw new StartError(`${name}: "${value}" is not an http or https address.`);
      }
      const { username, password } = new URL(value);
      if (username + password !== '') {
        throw new StartError(`${name}: an address must not contain a name and a password.`);
      }
    }
  }
  const [locationEntity, location] = given['delete-location']?.split('/') ?? [];
  const forGood = id(given['offboard-for-good'], 'offboard-for-good');
  return {
    access: embedded
      ? null
      : {
          baseUrl: baseUrl.replace(/\/+$/, ''),
          authUrl,
          clientId: needed['--client-id'] ?? '',
          clientSecret: needed['--client-secret-file'] ?? '',
          scope: given.scope ?? env['SERVICE_SCOPE'] ?? DEFAULT_SCOPE,
          dialect: dialectFrom(env),
        },
    write: embedded || given.write === true,
    allowSend: embedded || given['allow-send'] === true,
    json: given.json ?? null,
    targets: {
      entityIds: (given.entity ?? []).flatMap((value) => id(value, 'entity') ?? []),
      collectiveId: id(given.collective, 'collective'),
      incompatibleEntityId: id(given['incompatible-entity'], 'incompatible-entity'),
      foreignEntityId: id(given['foreign-entity'], 'foreign-entity'),
      foreignCollectiveId: id(given['foreign-collective'], 'foreign-collective'),
      offboardEntityId: forGood ?? id(given.offboard, 'offboard'),
      offboardForGood: forGood !== null,
      removeMemberId: id(given['remove-member'], 'remove-member'),
      deleteLocation:
        locationEntity === undefined
          ? null
          : {
              entityId: id(locationEntity, 'delete-location') ?? '',
              locationId: id(location ?? '', 'delete-location') ?? '',
            },
    },
  };
}
