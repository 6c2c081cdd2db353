import { ENDPOINTS, type EndpointName } from '../contract/endpoints.ts';
import type { ChargeSession } from '../contract/charge-session.ts';
import type { Command } from '../contract/command.ts';
import type { Location } from '../contract/location.ts';
import type { Member } from '../contract/collective.ts';
import { Uuid } from '../contract/primitives.ts';
import { NotTried } from './outcome.ts';
import { isRefusal } from './answers.ts';
import type { Client } from './client.ts';

/** A UUID that no deployment uses. */
export const UNKNOWN_ID = '99999999-9999-4999-8999-999999999999';

/** Whether an id may be real, not one that the suite made up. */
export function isKnownId(id: string): boolean {
  return id !== UNKNOWN_ID && Uuid.safeParse(id).success;
}

/** Maximum number of Entities that are searched for one with rows in a list. */
const MAX_CANDIDATES = 25;
/** Enough rows to try paging and time frames. */
const ENOUGH_ROWS = 4;

/** Ids at the deployment that the suite may use. */
export interface Targets {
  /** Entities that may be read; with writes, settings are set to their current value. */
  entityIds: readonly string[];
  /** With writes it gets Commands far in the future, which are canceled. */
  collectiveId: string | null;
  /** An Entity without charge sessions: capturing them must be refused. */
  incompatibleEntityId: string | null;
  /** Resources of another organisation that are not shared. */
  foreignEntityId: string | null;
  foreignCollectiveId: string | null;
  /** An Entity for which an Offboarding Request is made and canceled. */
  offboardEntityId: string | null;
  /** The Request is left to complete: the Entity is gone afterwards. */
  offboardForGood: boolean;
  /** A member that is removed from the Collective. */
  removeMemberId: string | null;
  /** A Location that is deleted, with its Entity. */
  deleteLocation: { entityId: string; locationId: string } | null;
}

/** Lists of one Entity. */
type EntityList = 'listLocations' | 'listCommands' | 'listChargeSessions';
/** All lists with the paging envelope. Spec, "Paging envelope". */
export const LISTS = [
  'listLocations',
  'listCommands',
  'listChargeSessions',
  'listOffboardingRequests',
  'listMembers',
  'listEntityTypes',
] as const satisfies readonly EndpointName[];
export type ListName = (typeof LISTS)[number];

/** The content of the deployment, read once. */
export interface Fixtures {
  /** Path parameters of a list with rows, if one is known; throws NotTried. */
  paramsOf(name: ListName): Promise<Record<string, string>>;
  commands(): Promise<Command[]>;
  sessions(): Promise<ChargeSession[]>;
  locations(): Promise<Location[]>;
  members(): Promise<Member[]>;
  /** Any readable Entity; throws NotTried. */
  entityId(): Promise<string>;
  collectiveId(): string;
}

/** Entities of the Offboarding Requests: the only ids that the interface itself lists. */
export async function discoverEntities(client: Client): Promise<string[]> {
  const { data } = await client.read('listOffboardingRequests', { query: { pageSize: 100 } });
  return [...new Set(data.flatMap((request) => request.data?.id ?? []))];
}

/** Reads the fixtures of a deployment. */
export function makeFixtures(client: Client, targets: Targets): Fixtures {
  const found = new Map<string, Promise<string>>();

  const search = async (name: EntityList): Promise<string> => {
    let best: { entityId: string; rows: number } | null = null;
    let reason = 'no Entity is known: give --entity';
    for (const entityId of targets.entityIds.slice(0, MAX_CANDIDATES)) {
      const answer = await client.ask(name, { params: { entityId }, query: { pageSize: 100 } });
      const page = ENDPOINTS[name].answer.safeParse(answer.json);
      if (isRefusal(answer)) {
        reason = `Entity ${entityId} cannot be read: ${answer.status}`;
        continue;
      }
      const rows = page.success ? page.data.data.length : 0;
      if (best === null || rows > best.rows) best = { entityId, rows };
      if (rows >= ENOUGH_ROWS) break;
    }
    if (best === null) throw new NotTried(reason);
    return best.entityId;
  };
  const entityWith = (name: EntityList) => {
    const known = found.get(name) ?? search(name);
    found.set(name, known);
    return known;
  };
  const collectiveId = () => {
    if (targets.collectiveId === null) {
      throw new NotTried('no Collective is known: give --collective');
    }
    return targets.collectiveId;
  };
  const paramsOf = async (name: ListName): Promise<Record<string, string>> => {
    switch (name) {
      case 'listLocations':
      case 'listCommands':
      case 'listChargeSessions':
        return { entityId: await entityWith(name) };
      case 'listMembers':
        return { collectiveId: collectiveId() };
      case 'listOffboardingRequests':
      case 'listEntityTypes':
        return {};
    }
  };
  const rowsOf = async <Row>(
    name: 'listCommands' | 'listChargeSessions' | 'listLocations' | 'listMembers',
    read: (params: Record<string, string>) => Promise<{ data: Row[] }>,
  ) => {
    const { data } = await read(await paramsOf(name));
    if (data.length === 0) throw new NotTried('there are no rows to check');
    return data;
  };
  const query = { pageSize: 100 };
  return {
    paramsOf,
    collectiveId,
    entityId: () => entityWith('listLocations'),
    commands: () =>
      rowsOf('listCommands', (params) => client.read('listCommands', { params, query })),
    sessions: () =>
      rowsOf('listChargeSessions', (params) =>
        client.read('listChargeSessions', { params, query }),
      ),
    locations: () =>
      rowsOf('listLocations', (params) => client.read('listLocations', { params, query })),
    members: () => rowsOf('listMembers', (params) => client.read('listMembers', { params, query })),
  };
}
