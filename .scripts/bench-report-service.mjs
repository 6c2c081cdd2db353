// A stand-in for the Device Connectivity Service for the benchmark of reports, in a thread of its own: it
// answers pages of made-up charge sessions, each after a stated time.
import { createServer } from 'node:http';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';

const FIRST_DAY = Date.UTC(2026, 0, 1);
const DAYS = 90;
const digits = (value, count) => String(value).padStart(count, '0');

/** The id of an Entity says how many sessions it has. */
export const entityId = (sessions, at) =>
  `0f7b7c1e-6f0f-4f7e-9a53-${digits(sessions % 10_000, 4)}${digits(at, 8)}`;

/** A session with energy to the millionth, two registers, states of charge and one of 40 places. */
function session(entity, at, of) {
  const start = FIRST_DAY + Math.floor((at / of) * DAYS * 86_400_000) + (entity % 24) * 600_000;
  const length = (20 + ((at * 37 + entity) % 160)) * 60_000;
  const micros = 4_000_000 + ((at * 7_919 + entity * 104_729) % 60_000_000);
  const t1 = Math.floor(micros / 3);
  const place = (at * 13 + entity) % 40;
  const from = 10 + ((at * 3) % 40);
  const iso = (ms) => new Date(ms).toISOString();
  return `{"id":"1f7b7c1e-6f0f-4f7e-${digits(entity, 4)}-${digits(at, 12)}","entityId":"${entityId(of, entity)}","data":{"start":"${iso(start)}","end":"${iso(start + length)}","charge":{"averagePower":{"unit":"kW","value":${(micros / 1e6 / (length / 3_600_000)).toFixed(3)}},"start":{"unit":"%","value":${from}},"end":{"unit":"%","value":${from + 40}},"total":{"t1":${t1 / 1e6},"t2":${(micros - t1) / 1e6},"total":${micros / 1e6},"unit":"kWh"}},"location":{"address":"Street ${place}, Lausanne"},"locationMatches":[{"accuracy":${place},"location":{"id":"2f7b7c1e-6f0f-4f7e-9a53-${digits(place, 12)}","label":"Site ${place}"}}]}}`;
}

function pageOf(url) {
  const [, ofText = '', atText = ''] =
    /0f7b7c1e-6f0f-4f7e-9a53-(\d{4})(\d{8})\/charge-sessions/.exec(url.pathname) ?? [];
  const of = Number(ofText) || 10_000;
  const size = Math.min(Number(url.searchParams.get('pageSize') ?? 25), 1000);
  const from = Number(url.searchParams.get('continuationToken') ?? 0);
  const to = Math.min(from + size, of);
  const data = [];
  for (let at = from; at < to; at += 1) data.push(session(Number(atText), at, of));
  const token = to < of ? `"${to}"` : 'null';
  return `{"data":[${data.join(',')}],"links":{"next":null},"meta":{"continuationToken":${token},"pageSize":${size}}}`;
}

function serve(latencyMs) {
  let pages = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url, 'http://service');
    const send = (text) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(text);
    };
    request.resume();
    if (url.pathname === '/pages') {
      send(String(pages));
      return;
    }
    if (url.pathname === '/token') {
      send('{"access_token":"t","token_type":"Bearer","expires_in":36000}');
      return;
    }
    pages += 1;
    const body = pageOf(url);
    setTimeout(() => send(body), latencyMs);
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port, []));
}

/** Starts it. @param latencyMs from a request to its answer */
export async function startReportService(latencyMs) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { latencyMs } });
  const port = await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    baseUrl,
    authUrl: `${baseUrl}/token`,
    pages: async () => Number(await (await fetch(`${baseUrl}/pages`)).text()),
    stop: () => worker.terminate(),
  };
}

if (!isMainThread && workerData?.latencyMs !== undefined) serve(workerData.latencyMs);
