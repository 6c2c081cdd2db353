type Path = (string | number)[];

interface Fault {
  path: Path;
  message: string;
}

interface Owned {
  readonly id: string;
  readonly organisationId: string;
  readonly sharedWith: readonly string[];
}

/** The parts of a world that refer to each other. */
interface Referring {
  readonly organisations: readonly { id: string }[];
  readonly clients: readonly { clientId: string; organisationId: string }[];
  readonly collectives: readonly (Owned & {
    readonly entities: readonly string[];
    readonly members: readonly { id: string; entities: readonly string[] }[];
  })[];
  readonly entities: readonly (Owned & { readonly features: readonly { feature: string }[] })[];
  readonly locations: readonly { id: string; entityId: string }[];
  readonly chargeSessions: readonly { id: string; entityId: string }[];
  readonly commands: readonly { id: string; entityId: string }[];
  readonly offboardingRequests: readonly { id: string; status: string; data: { id: string } }[];
}

/** What may be referred to: a word for it, and the ids that there are. */
interface Known {
  what: string;
  ids: ReadonlySet<string>;
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
/** The path of a field of each row of a list, by the row's index. */
const fieldOf =
  (list: Path, ...field: Path) =>
  (at: number): Path => [...list, at, ...field];

/** Faults between the parts of a world, in file order: unknown references and duplicates. */
export function* worldFaults(world: Referring): Generator<Fault> {
  const organisations = { what: 'organisation', ids: new Set(idsOf(world.organisations)) };
  const entities = { what: 'Entity', ids: new Set(idsOf(world.entities)) };
  const { clients } = world;
  yield* repeated(idsOf(world.organisations), fieldOf(['organisations'], 'id'));
  yield* repeated(
    clients.map(({ clientId }) => clientId),
    fieldOf(['clients'], 'clientId'),
  );
  yield* unknown(
    clients.map(({ organisationId }) => organisationId),
    organisations,
    fieldOf(['clients'], 'organisationId'),
  );
  yield* repeated(idsOf(world.collectives), fieldOf(['collectives'], 'id'));
  for (const [at, collective] of world.collectives.entries()) {
    yield* owner(collective, ['collectives', at], organisations);
    yield* insideCollective(collective, ['collectives', at], entities);
  }
  yield* repeated(idsOf(world.entities), fieldOf(['entities'], 'id'));
  for (const [at, entity] of world.entities.entries()) {
    yield* owner(entity, ['entities', at], organisations);
    yield* repeated(
      entity.features.map(({ feature }) => feature),
      fieldOf(['entities', at, 'features'], 'feature'),
    );
  }
  for (const part of ['locations', 'chargeSessions', 'commands'] as const) {
    const rows: readonly { id: string; entityId: string }[] = world[part];
    yield* repeated(idsOf(rows), fieldOf([part], 'id'));
    yield* unknown(
      rows.map(({ entityId }) => entityId),
      entities,
      fieldOf([part], 'entityId'),
    );
  }
  const requests = world.offboardingRequests;
  yield* repeated(idsOf(requests), fieldOf(['offboardingRequests'], 'id'));
  yield* unknown(
    requests.map(({ data }) => data.id),
    entities,
    fieldOf(['offboardingRequests'], 'data', 'id'),
  );
  yield* pendingTwice(requests);
}

function* insideCollective(
  collective: Referring['collectives'][number],
  path: Path,
  entities: Known,
): Generator<Fault> {
  const inside = new Set(collective.entities);
  yield* repeated(collective.entities, fieldOf([...path, 'entities']));
  yield* unknown(collective.entities, entities, fieldOf([...path, 'entities']));
  yield* repeated(idsOf(collective.members), fieldOf([...path, 'members'], 'id'));
  const claimed = new Set<string>();
  for (const [at, member] of collective.members.entries()) {
    for (const [index, id] of member.entities.entries()) {
      const where = [...path, 'members', at, 'entities', index];
      if (!inside.has(id)) yield { path: where, message: `${id} is not in this Collective` };
      if (claimed.has(id)) yield { path: where, message: `${id} came in with another member` };
      claimed.add(id);
    }
  }
}

function* pendingTwice(requests: Referring['offboardingRequests']): Generator<Fault> {
  const pending = new Set<string>();
  for (const [at, { status, data }] of requests.entries()) {
    if (status !== 'Pending') continue;
    if (pending.has(data.id)) {
      const message = `another Request for ${data.id} is already Pending`;
      yield { path: ['offboardingRequests', at, 'status'], message };
    }
    pending.add(data.id);
  }
}

function* owner(row: Owned, path: Path, organisations: Known): Generator<Fault> {
  yield* unknown([row.organisationId], organisations, () => [...path, 'organisationId']);
  yield* unknown(row.sharedWith, organisations, fieldOf([...path, 'sharedWith']));
  yield* repeated(row.sharedWith, fieldOf([...path, 'sharedWith']));
}

function* repeated(ids: readonly string[], path: (at: number) => Path): Generator<Fault> {
  const first = new Map<string, number>();
  for (const [at, id] of ids.entries()) {
    const before = first.get(id);
    if (before === undefined) first.set(id, at);
    else yield { path: path(at), message: `${id} is already at index ${before}` };
  }
}

function* unknown(
  references: readonly string[],
  { what, ids }: Known,
  path: (at: number) => Path,
): Generator<Fault> {
  for (const [at, id] of references.entries()) {
    if (!ids.has(id)) yield { path: path(at), message: `no ${what} has the id ${id}` };
  }
}
