import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { UpstreamClient } from '../bff/upstream/client.ts';
import { UpstreamFault } from '../http/fault.ts';
import { messageOf } from '../lib/message-of.ts';
import { StartError } from '../lib/start-error.ts';
import { isOpenIntent } from '../operations/dispatch/resolve/read-resolution.ts';
import type { StoreHealth } from '../store/store-health.ts';
import type { Store } from '../store/schema/schema.ts';

/** In seconds: a live read of a page takes milliseconds, a file of a report minutes. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** What monitoring is told of a running console. It holds no address, name or id. */
interface Metrics {
  /** The same client, whose requests are counted. */
  watch(upstream: UpstreamClient): UpstreamClient;
  /** Counts the requests of an app. */
  watchApp(app: FastifyInstance): void;
  /** Listens for the monitoring. @throws StartError in one clear line */
  listen(): Promise<{ port: number; close(): Promise<void> }>;
}

/** Where the monitoring asks. */
interface MetricsAddress {
  host: string;
  port: number;
}

/**
 * Creates the metrics, in the text format of Prometheus, on an address of their own: who may read them is decided by who
 * reaches it.
 */
export function createMetrics(
  address: MetricsAddress,
  parts: { db: Kysely<Store>; storeHealth: Pick<StoreHealth, 'isWritable'> },
): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Answered requests of browsers and programs',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers,
  });
  const service = new Counter({
    name: 'gridhelm_service_requests_total',
    help: 'Requests to the Device Connectivity Service, by how they ended',
    labelNames: ['outcome'],
    registers,
  });
  const gauges = [
    new Gauge({
      name: 'gridhelm_store_writable',
      help: '0 while the store cannot be written, so that nothing can be sent or changed',
      registers: [],
      collect() {
        this.set(parts.storeHealth.isWritable() ? 1 : 0);
      },
    }),
    new Gauge({
      name: 'gridhelm_unknown_dispatches',
      help: 'Dispatches of which nobody knows yet what reached the devices',
      registers: [],
      async collect() {
        const { count } = await parts.db
          .selectFrom('intents')
          .where(isOpenIntent)
          .select((row) => row.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        this.set(count);
      },
    }),
  ];
  for (const gauge of gauges) register.registerMetric(gauge);

  const counted = async <T>(call: Promise<T>): Promise<T> => {
    try {
      const answer = await call;
      service.inc({ outcome: 'ok' });
      return answer;
    } catch (error) {
      service.inc({ outcome: error instanceof UpstreamFault ? error.kind : 'failed' });
      throw error;
    }
  };
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    register.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': register.contentType }).end(text),
      () => response.writeHead(503).end(),
    );
  });

  return {
    watch: (upstream) => ({
      ...upstream,
      call: (...asked) => counted(upstream.call(...asked)),
      dispatch: (...asked) => counted(upstream.dispatch(...asked)),
    }),
    watchApp(app) {
      app.addHook('onResponse', (request, reply, done) => {
        const route = request.routeOptions.url ?? 'none';
        const labels = { method: request.method, route, status: reply.statusCode };
        requests.observe(labels, reply.elapsedTime / 1000);
        done();
      });
    },
    async listen() {
      const port = await listening(server, address);
      return {
        port,
        async close() {
          server.closeAllConnections();
          await new Promise((resolve) => server.close(resolve));
        },
      };
    },
  };
}

function listening(server: Server, { host, port }: MetricsAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const why = `The metrics cannot be served on ${host}, port ${port}: ${messageOf(error)}`;
      reject(new StartError(why));
    });
    server.listen(port, host, () => {
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port);
    });
  });
}
