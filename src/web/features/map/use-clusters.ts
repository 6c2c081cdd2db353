import { useCallback, useEffect, useRef, useState } from 'react';
import type { PlaceMap } from '../../../contract/console/places.ts';
import { trusted } from '../../../lib/trusted.ts';
import type { Cluster, ClusterAnswer, ClusterRequest } from './cluster-messages.ts';
import type { Group, Grouping } from './groups.ts';

/** The visible part of the map. */
export type SeenPart = Omit<Extract<ClusterRequest, { kind: 'view' }>, 'kind' | 'id'>;

/** Clusters of the visible part, computed by a worker. */
export interface Clusters {
  clusters: readonly Cluster[];
  /** The groups that these clusters were made with. */
  groups: readonly Group[];
  /** Whether clustering failed; the list still works. */
  failed: boolean;
  onView: (part: SeenPart) => void;
}

const NOTHING = { clusters: [], groups: [] };

/** Clusters places in a worker, so that the page stays responsive. The old clusters stay until then. */
export function useClusters(
  map: PlaceMap | undefined,
  grouping: Grouping,
  by: string,
  maxZoom: number,
): Clusters {
  const worker = useRef<Worker | null>(null);
  const part = useRef<SeenPart | null>(null);
  const asked = useRef({ load: 0, view: 0 });
  /** The groups of each load, and of the last one that was done. */
  const loads = useRef(new Map<number, readonly Group[]>());
  const loaded = useRef<readonly Group[]>([]);
  const [drawn, setDrawn] = useState<Pick<Clusters, 'clusters' | 'groups'>>(NOTHING);
  const [failed, setFailed] = useState(false);

  const askView = useCallback(() => {
    if (part.current === null || worker.current === null) return;
    asked.current.view += 1;
    const request: ClusterRequest = { kind: 'view', id: asked.current.view, ...part.current };
    worker.current.postMessage(request, []);
  }, []);

  useEffect(() => {
    const made = new Worker(new URL('./cluster-worker.ts', import.meta.url), { type: 'module' });
    made.addEventListener('message', (event: MessageEvent<unknown>) => {
      // Only cluster-worker.ts of the same build sends messages here.
      const answer = trusted<ClusterAnswer>(event.data);
      if (answer.kind === 'loaded') {
        loaded.current = loads.current.get(answer.id) ?? [];
        loads.current.delete(answer.id);
        if (answer.id !== asked.current.load) return;
        askView();
      } else if (answer.id === asked.current.view) {
        setDrawn({ clusters: answer.clusters, groups: loaded.current });
      }
    });
    made.addEventListener('error', () => setFailed(true));
    worker.current = made;
    return () => {
      made.terminate();
      worker.current = null;
    };
  }, [askView]);

  // A map that is read again and has not changed is not clustered again.
  const { points, startOf: starts } = map ?? {};
  const numbers = by === 'type' ? map?.typeOf : map?.outcomeOf;
  const { groupOf, groups } = grouping;
  useEffect(() => {
    if (points === undefined || numbers === undefined || starts === undefined) return;
    if (worker.current === null) return;
    asked.current.load += 1;
    loads.current.set(asked.current.load, groups);
    const request: ClusterRequest = {
      kind: 'load',
      id: asked.current.load,
      points,
      numbers,
      bytes: by === 'type' ? 2 : 1,
      starts,
      groupOf,
      maxZoom,
    };
    worker.current.postMessage(request, []);
  }, [points, numbers, starts, groupOf, groups, by, maxZoom]);

  const onView = useCallback(
    (next: SeenPart) => {
      part.current = next;
      askView();
    },
    [askView],
  );
  return { ...drawn, failed, onView };
}
