import { useCallback, useEffect, useRef, useState } from 'react';
import type { PlaceMap } from '../../../contract/console/places.ts';
import { trusted } from '../../../lib/trusted.ts';
import type { Cluster, ClusterAnswer, ClusterRequest } from './cluster-messages.ts';
import type { Grouping } from './groups.ts';

/** The visible part of the map. */
export type SeenPart = Omit<Extract<ClusterRequest, { kind: 'view' }>, 'kind' | 'id'>;

/** Clusters of the visible part, computed by a worker. */
export interface Clusters {
  clusters: readonly Cluster[];
  /** South, west, north and east of all places; undefined while not known. */
  bounds: readonly [number, number, number, number] | null | undefined;
  /** Whether clustering failed; the list still works. */
  failed: boolean;
  onView: (part: SeenPart) => void;
}

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
  const [clusters, setClusters] = useState<readonly Cluster[]>([]);
  const [bounds, setBounds] = useState<Clusters['bounds']>(undefined);
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
        if (answer.id !== asked.current.load) return;
        setBounds(answer.bounds);
        askView();
      } else if (answer.id === asked.current.view) {
        setClusters(answer.clusters);
      }
    });
    made.addEventListener('error', () => setFailed(true));
    worker.current = made;
    return () => {
      made.terminate();
      worker.current = null;
    };
  }, [askView]);

  useEffect(() => {
    if (map === undefined || worker.current === null) return;
    asked.current.load += 1;
    const request: ClusterRequest = {
      kind: 'load',
      id: asked.current.load,
      points: map.points,
      numbers: by === 'type' ? map.typeOf : map.outcomeOf,
      bytes: by === 'type' ? 2 : 1,
      starts: map.startOf,
      groupOf: grouping.groupOf,
      maxZoom,
    };
    worker.current.postMessage(request, []);
  }, [map, grouping, by, maxZoom]);

  const onView = useCallback(
    (next: SeenPart) => {
      part.current = next;
      askView();
    },
    [askView],
  );
  return { clusters, bounds, failed, onView };
}
