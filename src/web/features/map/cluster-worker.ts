import { trusted } from '../../../lib/trusted.ts';
import { ClusterIndex } from './cluster-index.ts';
import type { ClusterRequest } from './cluster-messages.ts';

const index = new ClusterIndex();

addEventListener('message', (event: MessageEvent<unknown>) => {
  // Only use-clusters.ts of the same build sends messages here.
  const request = trusted<ClusterRequest>(event.data);
  const answer = request.kind === 'load' ? index.load(request) : index.view(request);
  postMessage(answer, { transfer: [] });
});
