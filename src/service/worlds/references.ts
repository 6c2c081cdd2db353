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

/** Faults between the parts of a world, in file order: unknown references and duplicates. */
export function* worldFaults(world: Referring): Generator<Fault> {
  const organisations = new Set(world.organisations.map((organisation) => organisation.id));
  const entities = new Set(world.entities.map((entity) => entity.id));
  yield* repeated(world.organisations, (row) => row.id, ['organisations'], 'id');
  yield* repeated(world.clients, (row) => row.clientId, ['clients'], 'clientId');
  yield* unknownIn(
    world.clients,
    (row) => row.organisationId,
    organisations,
    'clients',
    'organisationId',
  );
  yield* repeated(world.collectives, (row) => row.id, ['collectives'], 'id');
  for (const [at, collective] of world.collectives.entries()) {
    yield* owner(collective, ['collectives', at], organisations);
    yield* insideCollective(collective, ['collectives', at], entities);
  }
  yield* repeated(world.entities, (row) => row.id, ['entities'], 'id');
  for (const [at, entity] of world.entities.entries()) {
    yield* owner(entity, ['entities', at], organisations);
    yield* repeated(entity.features, (row) => row.feature, ['entities', at, 'features'], 'feature');
  }
  for (const part of ['locations', 'chargeSessions', 'commands'] as const) {
    yield* repeated<{ id: string }>(world[part], (row) => row.id, [part], 'id');
    yield* unknownIn<{ entityId: string }>(
      world[part],
      (row) => row.entityId,
      entities,
      part,
      'entityId',
    );
  }
  yield* repeated(world.offboardingRequests, (row) => row.id, ['offboardingRequests'], 'id');
  yield* offboardings(world, entities);
}

function* insideCollective(
  collective: Referring['collectives'][number],
  path: Path,
  entities: ReadonlySet<string>,
): Generator<Fault> {
  const inside = new Set(collective.entities);
  yield* repeated(collective.entities, (id) => id, [...path, 'entities'], null);
  for (const [at, id] of collective.entities.entries()) {
    if (!entities.has(id)) {
      yield { path: [...path, 'entities', at], message: `no Entity has the id ${id}` };
    }
  }
  yield* repeated(collective.members, (row) => row.id, [...path, 'members'], 'id');
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

function* offboardings(world: Referring, entities: ReadonlySet<string>): Generator<Fault> {
  const pending = new Set<string>();
  for (const [at, request] of world.offboardingRequests.entries()) {
    const { id } = request.data;
    if (!entities.has(id)) {
      yield {
        path: ['offboardingRequests', at, 'data', 'id'],
        message: `no Entity has the id ${id}`,
      };
    }
    if (request.status !== 'Pending') continue;
    if (pending.has(id)) {
      yield {
        path: ['offboardingRequests', at, 'status'],
        message: `another Request for ${id} is already Pending`,
      };
    }
    pending.add(id);
  }
}

function* owner(row: Owned, path: Path, organisations: ReadonlySet<string>): Generator<Fault> {
  if (!organisations.has(row.organisationId)) {
    yield {
      path: [...path, 'organisationId'],
      message: `no organisation has the id ${row.organisationId}`,
    };
  }
  for (const [at, id] of row.sharedWith.entries()) {
    if (!organisations.has(id)) {
      yield { path: [...path, 'sharedWith', at], message: `no organisation has the id ${id}` };
    }
  }
  yield* repeated(row.sharedWith, (id) => id, [...path, 'sharedWith'], null);
}

function* repeated<Row>(
  rows: readonly Row[],
  key: (row: Row) => string,
  path: Path,
  field: string | null,
): Generator<Fault> {
  const first = new Map<string, number>();
  for (const [at, row] of rows.entries()) {
    const id = key(row);
    const before = first.get(id);
    if (before === undefined) {
      first.set(id, at);
    } else {
      yield {
        path: field === null ? [...path, at] : [...path, at, field],
        message: `${id} is already at index ${before}`,
      };
    }
  }
}

function* unknownIn<Row>(
  rows: readonly Row[],
  reference: (row: Row) => string,
  known: ReadonlySet<string>,
  part: string,
  field: string,
): Generator<Fault> {
  const kind = field === 'entityId' ? 'Entity' : 'organisation';
  for (const [at, row] of rows.entries()) {
    const id = reference(row);
    if (!known.has(id)) yield { path: [part, at, field], message: `no ${kind} has the id ${id}` };
  }
}
