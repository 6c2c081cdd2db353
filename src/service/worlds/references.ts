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

type OfEntity = readonly { id: string; entityId: string }[];

/** The parts of a world that refer to each other. */
interface Referring {
  readonly organisations: readonly { id: string }[];
  readonly clients: readonly { clientId: string; organisationId: string }[];
  readonly collectives: readonly (Owned & {
    readonly entities: readonly string[];
    readonly members: readonly { id: string; entities: readonly string[] }[];
  })[];
  readonly entities: readonly (Owned & { readonly features: readonly { feature: string }[] })[];
  readonly locations: OfEntity;
  readonly chargeSessions: OfEntity;
  readonly commands: OfEntity;
  readonly offboardingRequests: readonly { id: string; status: string; data: { id: string } }[];
}

/** Faults between the parts of a world, in file order: unknown references and duplicates. */
export function worldFaults(world: Referring): Fault[] {
  const faults: Fault[] = [];
  const fault = (message: string, ...path: Path) => faults.push({ path, message });
  /** Looks for values that were given before in the same list. */
  const unique = () => {
    const first = new Map<string, number>();
    return (id: string, at: number, ...path: Path) => {
      const before = first.get(id);
      if (before === undefined) first.set(id, at);
      else fault(`${id} is already at index ${before}`, ...path);
    };
  };
  const known = (what: string, rows: readonly { id: string }[]) => {
    const ids = new Set(rows.map(({ id }) => id));
    return (id: string, ...path: Path) => {
      if (!ids.has(id)) fault(`no ${what} has the id ${id}`, ...path);
    };
  };
  const anOrganisation = known('organisation', world.organisations);
  const anEntity = known('Entity', world.entities);
  /** Looks at each row of a list, whose ids must differ. */
  const each = <Row extends { id: string }>(
    list: Path,
    rows: readonly Row[],
    look: (row: Row, path: Path) => void = () => {},
  ) => {
    const once = unique();
    for (const [at, row] of rows.entries()) {
      once(row.id, at, ...list, at, 'id');
      look(row, [...list, at]);
    }
  };
  /** Looks at each value of a list, which must differ. */
  const values = (
    list: readonly string[],
    path: Path,
    look: (id: string, ...path: Path) => void = () => {},
    field: Path = [],
  ) => {
    const once = unique();
    for (const [at, id] of list.entries()) {
      once(id, at, ...path, at, ...field);
      look(id, ...path, at, ...field);
    }
  };
  const owner = ({ organisationId, sharedWith }: Owned, path: Path) => {
    anOrganisation(organisationId, ...path, 'organisationId');
    values(sharedWith, [...path, 'sharedWith'], anOrganisation);
  };

  each(['organisations'], world.organisations);
  const clientIds = world.clients.map(({ clientId }) => clientId);
  values(clientIds, ['clients'], undefined, ['clientId']);
  for (const [at, { organisationId }] of world.clients.entries()) {
    anOrganisation(organisationId, 'clients', at, 'organisationId');
  }
  each(['collectives'], world.collectives, (collective, path) => {
    owner(collective, path);
    values(collective.entities, [...path, 'entities'], anEntity);
    const inside = new Set(collective.entities);
    const claimed = new Set<string>();
    each([...path, 'members'], collective.members, (member, of) => {
      for (const [at, id] of member.entities.entries()) {
        const where = [...of, 'entities', at];
        if (!inside.has(id)) fault(`${id} is not in this Collective`, ...where);
        if (claimed.has(id)) fault(`${id} came in with another member`, ...where);
        claimed.add(id);
      }
    });
  });
  each(['entities'], world.entities, (entity, path) => {
    owner(entity, path);
    const features = entity.features.map(({ feature }) => feature);
    values(features, [...path, 'features'], undefined, ['feature']);
  });
  for (const part of ['locations', 'chargeSessions', 'commands'] as const) {
    const rows: OfEntity = world[part];
    each([part], rows, ({ entityId }, path) => anEntity(entityId, ...path, 'entityId'));
  }
  const pending = new Set<string>();
  each(['offboardingRequests'], world.offboardingRequests, ({ status, data }, path) => {
    anEntity(data.id, ...path, 'data', 'id');
    if (status !== 'Pending') return;
    if (pending.has(data.id)) {
      fault(`another Request for ${data.id} is already Pending`, ...path, 'status');
    }
    pending.add(data.id);
  });
  return faults;
}
