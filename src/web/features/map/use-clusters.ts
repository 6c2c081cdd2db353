import { useCallback, useEffect, useRef, useState } from 'react';
import type { PlaceMap } from '../../../contract/console/places.ts';
import { trusted } from '../../../lib/trusted.ts';
import type { Cluster, ClusterAnswer, ClusterRequest, SeenPart } from './cluster-index.ts';
import type { Group, Grouping } from './groups.ts';

/** Clusters of the visible part, computed by a worker. */
interface Clusters {
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
  map: PlaceMap,
  { groupOf, groups }: Grouping,
  by: string,
  maxZoom: number,
): Clusters {
  const worker = useRef<Worker | null>(null);
  const part = useRef<SeenPart | null>(null);
  /** The last view that was asked for, and the groups of what was loaded before it. */
  const asked = useRef<{ id: number; groups: readonly Group[] }>({ id: 0, groups: [] });
  const [drawn, setDrawn] = useState<Pick<Clusters, 'clusters' | 'groups'>>(NOTHING);
  const [failed, setFailed] = useState(false);

  const ask = useCallback(
    (request: ClusterRequest) => worker.current?.postMessage(request, []),
    [],
  );
  const askView = useCallback(() => {
    if (part.current === null) return;
    asked.current.id += 1;
    ask({ id: asked.current.id, view: part.current });
  }, [ask]);

  useEffect(() => {
    const made = new Worker(new URL('./cluster-worker.ts', import.meta.url), { type: 'module' });
    made.addEventListener('message', (event: MessageEvent<unknown>) => {
      // Only cluster-worker.ts of the same build sends messages here.
      const { id, clusters } = trusted<ClusterAnswer>(event.data);
      if (id === asked.current.id) setDrawn({ clusters, groups: asked.current.groups });
    });
    made.addEventListener('error', () => setFailed(true));
    worker.current = made;
    return () => {
      made.terminate();
      worker.current = null;
    };
  }, []);

  // A map that is read again and has not changed is not clustered again.
  const { points, startOf: starts } = map;
  const numbers = by === 'type' ? map.typeOf : map.outcomeOf;
  useEffect(() => {
    asked.current.groups = groups;
    ask({ load: { points, numbers, bytes: by === 'type' ? 2 : 1, starts, groupOf, maxZoom } });
    // In turn: answered from the new places.
    askView();
  }, [points, numbers, starts, groupOf, groups, by, maxZoom, ask, askView]);

  const onView = useCallback(
    (next: SeenPart) => {
      part.current = next;
      askView();
    },
    [askView],
  );
  return { ...drawn, failed, onView };
}
