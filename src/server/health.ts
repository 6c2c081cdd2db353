import type { FastifyInstance } from 'fastify';
import type { DiskRoom } from '../store/disk-room.ts';
import type { StoreHealth } from '../store/store-health.ts';
import type { UpstreamClient } from '../bff/upstream/client.ts';

/** Whether something works. */
async function works(check: () => Promise<unknown>): Promise<'ok' | 'failed'> {
  try {
    await check();
    return 'ok';
  } catch {
    return 'failed';
  }
}

/** The routes for monitoring: alive, and ready to serve. They contain no addresses. */
export function mountHealth(
  app: FastifyInstance,
  parts: {
    storeHealth: Pick<StoreHealth, 'check'>;
    diskRoom: Pick<DiskRoom, 'forChanges' | 'state'>;
    upstream: Pick<UpstreamClient, 'checkToken'>;
  },
): void {
  app.get('/healthz', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
    return { status: 'ok' };
  });
  app.get('/readyz', async (_request, reply) => {
    const store = (await parts.storeHealth.check()) ? 'ok' : 'failed';
    const service = await works(() => parts.upstream.checkToken());
    await parts.diskRoom.forChanges();
    // Still ready: everything can be read, and what was begun ends.
    const disk = parts.diskRoom.state() === 'ok' ? 'ok' : 'nearly full';
    const ready = store === 'ok' && service === 'ok';
    reply.code(ready ? 200 : 503).header('Cache-Control', 'no-store');
    return { status: ready ? 'ok' : 'failed', store, disk, service };
  });
}
