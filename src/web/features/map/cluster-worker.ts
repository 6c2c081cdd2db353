import { trusted } from '../../../lib/trusted.ts';
import { ClusterIndex, type ClusterAnswer, type ClusterRequest } from './cluster-index.ts';

const index = new ClusterIndex();

addEventListener('message', (event: MessageEvent<unknown>) => {
  // Only use-clusters.ts of the same build sends messages here.
  const request = trusted<ClusterRequest>(event.data);
  if ('load' in request) {
    index.load(request.load);
    return;
  }
  const answer: ClusterAnswer = { id: request.id, clusters: index.view(request.view) };
  postMessage(answer, { transfer: [] });
});
