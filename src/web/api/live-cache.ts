import type { QueryClient } from '@tanstack/react-query';
import type { BatchDetail, BatchList, BatchSummary } from '../../contract/console/batch.ts';
import type { FleetCollective } from '../../contract/console/fleet-entity.ts';
import type { LiveChanges } from '../../contract/console/live.ts';
import type { PlaceMap } from '../../contract/console/places.ts';
import type { ReportRun, RunChange } from '../../contract/console/report-run.ts';
import type { Sweep, SweepDetail, SweepList } from '../../contract/console/sweep.ts';
import { batchKeys, isMoving, readChangedRows } from './batches.ts';
import { CalmReading } from './calm-reading.ts';
import { fleetKeys } from './fleet.ts';
import { fleetEntityKeys } from './fleet-entity-keys.ts';
import { directoryKeys } from './directory.ts';
import { mergeAnyList, mergeDetail, mergeGlance, mergeRunning, mergeSweeps } from './live-merge.ts';
import { mergeAnyRuns, mergeRun } from './live-runs.ts';
import { overviewKeys } from './overview.ts';
import { locationKeys } from './locations.ts';
import { placeKeys } from './places.ts';
import { reportKeys } from './report-keys.ts';
import { readRunsAgain } from './report-runs.ts';
import { noteStoreState } from './store-state.ts';
import { sweepKeys } from './sweeps.ts';

/** How long to wait after a failed read of changed rows, in ms. */
const RETRY_MS = 3000;
/** How long a late find is still news to a page that was opened after it, in ms. */
const LATE_FIND_NEWS_MS = 10 * 60_000;

/** How long changes are collected before queries on screen are read again, in ms. */
const CALM_PAUSE_MS = 3000;
/** The same for a map of more places than `MANY_PLACES`. */
const LARGE_MAP_PAUSE_MS = 15_000;
const MANY_PLACES = 5000;
/** The same for a Collective: the server goes through all its Entities, which takes long with many. */
const COLLECTIVE_PAUSE_MS = { few: 1000, many: 10_000 } as const;
const MANY_ENTITIES = 500;
/** The same for lists. */
const LISTS_PAUSE_MS = 5000;
/** Queries that show the last outcome of Entities. */
const OF_OUTCOMES = [overviewKeys.all, placeKeys.map, placeKeys.list] as const;
/** Queries made from the fleet store. */
const OF_FLEET = [
  overviewKeys.all,
  fleetKeys.status,
  fleetKeys.failures,
  fleetEntityKeys.entity,
] as const;
/** Number of parts of a Collective's key, with its id and the zone. */
const GLANCE_KEY_PARTS = fleetEntityKeys.collective.length + 2;
const OF_COLLECTIVES = [fleetEntityKeys.collective] as const;
/** Long lists with the facts of their rows. */
const OF_LISTS = [directoryKeys.entities, directoryKeys.collectiveFacts] as const;
const OF_PLACES = [placeKeys.map, placeKeys.list] as const;

/** Batch events that operators see on any page. */
export interface BatchNews {
  /** Called with each batch that was seen moving and can no longer change. */
  onEnded: (batch: BatchSummary) => void;
  /** Called with each batch for which a check found Commands that an earlier one missed. */
  onLateFind: (batch: BatchSummary) => void;
}

/** Applies pushed changes to the query cache, and reads the rows that changed. */
export class LiveCache {
  /** The version up to which all changes were received; null before the first answer. */
  cursor: number | null = null;
  readonly #client: QueryClient;
  readonly #onEnded: (batch: BatchSummary) => void;
  readonly #onLateFind: (batch: BatchSummary) => void;
  readonly #unsubscribe: () => void;
  /** The version that every batch on screen must have reached, and those that single ones must. */
  #floor = 0;
  readonly #needed = new Map<string, number>();
  /** Last received outcome and end of each batch, by which lists are filtered. */
  readonly #phases = new Map<string, string>();
  /** Late finds already reported. */
  readonly #lateFinds = new Set<string>();
  /** Last received state of each report run. */
  readonly #runStates = new Map<string, string>();
  readonly #reading = new Set<string>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  /** Time of the last deletion of a place, as received; null before the first answer. */
  #placeDeletedAt: number | null = null;
  /** Time of the last change of the fleet store, as received; null before the first answer. */
  #fleetAt: number | null = null;
  readonly #calm: Readonly<
    Record<'outcomes' | 'fleet' | 'places' | 'collectives' | 'lists', CalmReading>
  >;
  #closed = false;

  /**
   * @param listeners see BatchNews
   */
  constructor(client: QueryClient, { onEnded, onLateFind }: BatchNews) {
    this.#client = client;
    this.#onEnded = onEnded;
    this.#onLateFind = onLateFind;
    const calm = (keys: readonly (readonly unknown[])[], pauseMs: () => number) =>
      new CalmReading(client, { keys, pauseMs });
    this.#calm = {
      outcomes: calm(OF_OUTCOMES, () => CALM_PAUSE_MS),
      fleet: calm(OF_FLEET, () => CALM_PAUSE_MS),
      places: calm(OF_PLACES, () => this.#mapPause()),
      collectives: calm(OF_COLLECTIVES, () => this.#collectivePause()),
      lists: calm(OF_LISTS, () => LISTS_PAUSE_MS),
    };
    // A batch requested before a change was pushed can arrive after it.
    this.#unsubscribe = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success') return;
      const [noun, what, id] = event.query.queryKey;
      if (noun === 'batches' && what === 'detail' && typeof id === 'string') this.#catchUp(id);
    });
  }

  close(): void {
    this.#closed = true;
    this.#unsubscribe();
    for (const timer of this.#timers) clearTimeout(timer);
    for (const reading of Object.values(this.#calm)) reading.close();
  }

  /** Applies changes in the order received. */
  apply(changes: LiveChanges): void {
    noteStoreState(changes.writable === false ? 'unwritable' : (changes.disk ?? 'ok'));
    // First: setting data marks it fresh, and the steps below mark the rest as stale.
    if (changes.batches.length > 0) this.#applyGlances(changes);
    this.#applyPlaces(changes.placeDeletedAt ?? 0);
    this.#applyFleet(changes.fleetAt);
    // A smaller version means another store: cached data can no longer be trusted.
    const replaced = this.cursor !== null && changes.version < this.cursor;
    const gap = this.cursor === null || replaced;
    this.cursor = changes.version;
    if (replaced) void this.#client.resetQueries({ queryKey: reportKeys.details });
    if (gap) {
      this.#needed.clear();
      this.#floor = changes.version;
    }
    if (changes.more) {
      this.#floor = changes.version;
      void this.#client.invalidateQueries({ queryKey: batchKeys.all });
      void this.#client.invalidateQueries({ queryKey: sweepKeys.all });
      void this.#client.invalidateQueries({ queryKey: reportKeys.lists });
      readRunsAgain(this.#client);
    }
    if (changes.more || changes.batches.length > 0) {
      this.#calm.outcomes.note();
      this.#calm.lists.note();
      this.#calm.collectives.note();
    }
    for (const batch of changes.batches) this.#tellLateFind(batch, changes.asOf);
    const movedPhase = changes.batches.filter((batch) => this.#applyBatch(batch));
    this.#client.setQueriesData<unknown>({ queryKey: batchKeys.lists }, (held: unknown) =>
      mergeAnyList(held, changes),
    );
    this.#client.setQueryData<BatchList>(batchKeys.running, (list) =>
      list === undefined ? undefined : mergeRunning(list, changes),
    );
    if (movedPhase.length > 0) {
      void this.#client.invalidateQueries({ queryKey: batchKeys.lists });
      void this.#client.invalidateQueries({ queryKey: batchKeys.schedule });
    }
    for (const sweep of changes.sweeps) this.#applySweep(sweep, changes);
    this.#applyRuns(changes.reports);
    this.catchUp();
  }

  /** Reads what batches on screen are known to lack. */
  catchUp(): void {
    for (const query of this.#client.getQueryCache().findAll({ queryKey: batchKeys.details })) {
      const id = query.queryKey[2];
      if (typeof id === 'string') this.#catchUp(id);
    }
  }

  /** Reports once that a batch landed although a check had not found it. */
  #tellLateFind(batch: BatchSummary, asOf: string): void {
    const { id, lateFindAt } = batch;
    if (lateFindAt === null || this.#lateFinds.has(`${id} ${lateFindAt}`)) return;
    this.#lateFinds.add(`${id} ${lateFindAt}`);
    if (Date.parse(asOf) - Date.parse(lateFindAt) < LATE_FIND_NEWS_MS) this.#onLateFind(batch);
  }

  /** Whether the batch entered another phase, by which lists are filtered. */
  #applyBatch(batch: BatchSummary): boolean {
    const before = this.#lastSeen(batch.id);
    this.#needed.set(batch.id, batch.version);
    this.#client.setQueryData<BatchDetail>(batchKeys.detail(batch.id), (detail) =>
      detail === undefined || detail.batch.version > batch.version ? detail : { ...detail, batch },
    );
    void this.#client.invalidateQueries({ queryKey: batchKeys.extras(batch.id) });
    const phase = `${batch.outcome} ${batch.settled}`;
    const moved = this.#phases.get(batch.id) !== phase;
    this.#phases.set(batch.id, phase);
    if (before !== undefined && isMoving(before) && !isMoving(batch)) this.#onEnded(batch);
    return moved;
  }

  #applyPlaces(deletedAt: number): void {
    if (this.#placeDeletedAt !== null && deletedAt !== this.#placeDeletedAt) {
      void this.#client.invalidateQueries({ queryKey: placeKeys.all });
      void this.#client.invalidateQueries({ queryKey: locationKeys.all });
    }
    this.#placeDeletedAt = deletedAt;
  }

  /** @param at undefined: the server does not report it */
  #applyFleet(at: number | undefined): void {
    if (at === undefined) return;
    if (this.#fleetAt !== null && at !== this.#fleetAt) {
      this.#calm.fleet.note();
      this.#calm.places.note();
      this.#calm.collectives.note();
    }
    this.#fleetAt = at;
  }

  /** During a fill the fleet store changes constantly, and a large map takes a while to read. */
  #mapPause(): number {
    const maps = this.#client.getQueriesData<PlaceMap>({ queryKey: placeKeys.map });
    const most = Math.max(0, ...maps.map(([, map]) => map?.count ?? 0));
    return most > MANY_PLACES ? LARGE_MAP_PAUSE_MS : CALM_PAUSE_MS;
  }

  /** The overview of each Collective that was opened; other queries below the key have more parts. */
  #glances() {
    const cache = this.#client.getQueryCache();
    return cache
      .findAll({ queryKey: fleetEntityKeys.collective })
      .filter(({ queryKey }) => queryKey.length === GLANCE_KEY_PARTS);
  }

  /** The server counts a Collective's batches anyway: they do not wait for the rest. */
  #applyGlances(changes: LiveChanges): void {
    for (const { queryKey, state } of this.#glances()) {
      this.#client.setQueryData<FleetCollective>(
        queryKey,
        (held) => (held === undefined ? undefined : mergeGlance(held, changes)),
        { updatedAt: state.dataUpdatedAt },
      );
    }
  }

  #collectivePause(): number {
    const { few, many } = COLLECTIVE_PAUSE_MS;
    const isLarge = this.#glances().some(({ queryKey }) => {
      const held = this.#client.getQueryData<FleetCollective>(queryKey);
      return (held?.entities ?? 0) > MANY_ENTITIES;
    });
    return isLarge ? many : few;
  }

  #applyRuns(runs: readonly RunChange[]): void {
    if (runs.length === 0) return;
    for (const run of runs) {
      this.#client.setQueryData<ReportRun>(reportKeys.run(run.id), (held) =>
        held === undefined ? undefined : mergeRun(held, run),
      );
    }
    this.#client.setQueriesData<unknown>({ queryKey: reportKeys.lists }, (held: unknown) =>
      mergeAnyRuns(held, runs),
    );
    // A run that is new to this page or changes state may add to a list; lists have no drafts.
    const moved = runs.filter(
      ({ id, state, draft }) => !draft && this.#runStates.get(id) !== state,
    );
    for (const { id, state } of moved) this.#runStates.set(id, state);
    if (moved.length > 0) void this.#client.invalidateQueries({ queryKey: reportKeys.lists });
  }

  #lastSeen(id: string): BatchSummary | undefined {
    return (
      this.#client
        .getQueryData<BatchList>(batchKeys.running)
        ?.batches.find((batch) => batch.id === id) ??
      this.#client.getQueryData<BatchDetail>(batchKeys.detail(id))?.batch
    );
  }

  #applySweep(sweep: Sweep, changes: LiveChanges): void {
    this.#client.setQueryData<SweepList>(sweepKeys.ofBatch(sweep.dispatchId), (list) =>
      list === undefined ? undefined : mergeSweeps(list, sweep.dispatchId, changes),
    );
    const key = sweepKeys.detail(sweep.id);
    const held = this.#client.getQueryData<SweepDetail>(key);
    if (held === undefined) return;
    this.#client.setQueryData<SweepDetail>(key, { ...held, sweep });
    // While it runs, an open list of its Commands is polled.
    if (sweep.state !== 'running') void this.#client.invalidateQueries({ queryKey: key });
  }

  #catchUp(id: string): void {
    if (this.#closed || this.#reading.has(id)) return;
    const query = this.#client
      .getQueryCache()
      .find<BatchDetail>({ queryKey: batchKeys.detail(id) });
    const since = query?.state.data?.version;
    // One that is not on screen is read as a whole when it is opened again.
    if (query === undefined || since === undefined || !query.isActive()) return;
    if (since >= Math.max(this.#floor, this.#needed.get(id) ?? 0)) return;
    void this.#readRows(id, since);
  }

  async #readRows(id: string, since: number): Promise<void> {
    this.#reading.add(id);
    let further = false;
    try {
      const changes = await readChangedRows(id, since);
      this.#client.setQueryData<BatchDetail>(batchKeys.detail(id), (current) =>
        current === undefined ? undefined : (mergeDetail(current, changes, since) ?? current),
      );
      further = changes.version > since;
    } catch {
      // The connection itself reports whether the server can be reached.
      this.#later(() => this.#catchUp(id));
    } finally {
      this.#reading.delete(id);
    }
    if (further) this.#catchUp(id);
  }

  #later(act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, RETRY_MS);
    this.#timers.add(timer);
  }
}
