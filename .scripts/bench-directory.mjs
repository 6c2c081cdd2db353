// The directory and the map with 100,000 Entities: answers of the console, the pages in a browser, and
// what operators notice while places are gathered.
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import Database from 'libsql';
import { startProgram } from './bench-load.mjs';
import { ensureBrowser } from './browser.mjs';

const PORT = 18_787;
const SERVICE_PORT = 18_788;
const CONTROL_PORT = 18_789;
const PER_SECOND = 200;
const origin = `http://127.0.0.1:${PORT}`;
const page = { 'x-gridhelm': '1', 'content-type': 'application/json', origin };

function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function timed(url, headers) {
  const began = performance.now();
  const answer = await fetch(`${origin}${url}`, { headers });
  const bytes = (await answer.arrayBuffer()).byteLength;
  if (!answer.ok) throw new Error(`${url} got ${answer.status}`);
  return { ms: performance.now() - began, bytes };
}

/** Asks for the same several times. */
async function answers(name, url, headers, times = 15) {
  const all = [];
  for (let at = 0; at < times; at += 1) all.push(await timed(url, headers));
  const ms = all.map((each) => each.ms).toSorted((a, b) => a - b);
  return { name, p50: quantile(ms, 0.5), most: ms.at(-1), bytes: all[0].bytes };
}

/** Reads a page of the list again and again, one at a time, until told to stop. */
async function reading(headers, until) {
  const times = [];
  while (!until.done) {
    const offset = (times.length % 100) * 1000;
    times.push((await timed(`/api/console/entities?limit=200&offset=${offset}`, headers)).ms);
    await setTimeout(20);
  }
  times.sort((a, b) => a - b);
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), most: times.at(-1) };
}

/** Takes the Service's own Locations for gathered: at 200 a second that alone would take minutes. */
function knowAllPlaces(service, store) {
  const rows = service
    .prepare('select id, entity_id, label, latitude, longitude from location')
    .all();
  const place = store.prepare(
    'insert or ignore into places (entity_id, id, latitude, longitude, label, search, odd, known_at) values (?, ?, ?, ?, ?, ?, 0, ?)',
  );
  const read = store.prepare(
    "insert or replace into place_reads (entity_id, state, words, at, read_at, gathering_id, waiting) values (?, 'read', null, ?, ?, null, 0)",
  );
  const now = Date.now();
  store.exec('begin');
  for (const row of rows) {
    const { id, entity_id: entity, label, latitude, longitude } = row;
    place.run(entity, id, latitude, longitude, label, (label ?? '').toLowerCase(), now);
    read.run(entity, now, now);
  }
  store.exec('commit');
  return rows.length;
}

/** Notes tasks longer than 50 ms, and when something is first drawn. */
const watch = () => {
  globalThis.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      globalThis.longTasks.push({ startTime, duration });
    }
  }).observe({ type: 'longtask', buffered: true });
};

/** From the click on a link of the rail until something is drawn; the answer it waits for is known too. */
async function opening(tab, link, drawn, api) {
  await tab.evaluate(
    ({ label, selector }) => {
      globalThis.longTasks = [];
      globalThis.clickedAt = performance.now();
      globalThis.drawnAt = new Promise((resolve) => {
        const look = () => {
          if (document.querySelector(selector) === null) requestAnimationFrame(look);
          else requestAnimationFrame(() => resolve(performance.now()));
        };
        requestAnimationFrame(look);
      });
      performance.clearResourceTimings();
      document.querySelector(`nav a[aria-label="${label}"]`).click();
    },
    { label: link, selector: drawn },
  );
  return tab.evaluate(async (part) => {
    const drawnAt = await globalThis.drawnAt;
    await new Promise((resolve) => globalThis.setTimeout(resolve, 1000));
    const entry = performance.getEntriesByType('resource').find(({ name }) => name.includes(part));
    const tasks = globalThis.longTasks.filter(({ startTime }) => startTime >= globalThis.clickedAt);
    return {
      ms: drawnAt - globalThis.clickedAt,
      afterData: entry === undefined ? null : drawnAt - entry.responseEnd,
      longTasks: tasks.length,
      longest: Math.max(0, ...tasks.map(({ duration }) => duration)),
    };
  }, api);
}

/** Long tasks while something is done. */
async function during(tab, act) {
  await tab.evaluate(() => {
    globalThis.longTasks = [];
  });
  await act();
  await setTimeout(300);
  return tab.evaluate(() => ({
    longTasks: globalThis.longTasks.length,
    longest: Math.max(0, ...globalThis.longTasks.map(({ duration }) => duration)),
  }));
}

async function pages() {
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: ['--no-sandbox'],
  });
  try {
    const tab = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    await tab.addInitScript(watch);
    await tab.goto(`${origin}/catalogue`);
    await tab.getByRole('button', { name: /as operator/i }).click();
    await tab.getByRole('heading', { level: 1, name: /catalogue/i }).waitFor();
    const rows = [];
    const back = async () => {
      await tab.getByRole('link', { name: 'Catalogue', exact: true }).click();
      await tab.getByRole('heading', { level: 1, name: /catalogue/i }).waitFor();
    };
    for (const time of ['first', 'again']) {
      const list = await opening(tab, 'Entities', 'table tbody a', '/api/console/entities?');
      rows.push({ name: `list of Entities, ${time}`, ...list });
      if (time === 'again') {
        const box = tab.getByRole('region', { name: /^Entities, scrolls/ });
        const scrolled = await during(tab, async () => {
          for (let at = 0; at < 60; at += 1) {
            await box.evaluate((element) => element.scrollBy(0, 1500));
            await setTimeout(30);
          }
        });
        rows.push({ name: 'scrolling it over 2500 rows', ms: null, afterData: null, ...scrolled });
      }
      await back();
      const map = await opening(tab, 'Map', '.gh-group', '/api/console/places/map');
      rows.push({ name: `map, ${time}`, ...map });
      if (time === 'again') {
        const fleetMap = tab.getByRole('application');
        const moved = await during(tab, async () => {
          await fleetMap.focus();
          for (const key of ['+', '+', 'ArrowLeft', 'ArrowUp', '+', '-', '-', '-', 'ArrowRight']) {
            await tab.keyboard.press(key);
            await setTimeout(250);
          }
        });
        rows.push({ name: 'moving and zooming it', ms: null, afterData: null, ...moved });
      }
      await back();
    }
    return rows;
  } finally {
    await browser.close();
  }
}

/** A browser in which somebody looks at the map and moves it, until told to stop; its long tasks. */
async function looking(until) {
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(),
    args: ['--no-sandbox'],
  });
  try {
    const tab = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    await tab.addInitScript(watch);
    await tab.goto(`${origin}/map`);
    await tab.getByRole('button', { name: /as operator/i }).click();
    await tab.locator('.gh-group').first().waitFor();
    await setTimeout(2000);
    until.ready();
    return await during(tab, async () => {
      const keys = ['+', 'ArrowLeft', '-', 'ArrowRight'];
      await tab.getByRole('application').focus();
      for (let at = 0; !until.done; at += 1) {
        await tab.keyboard.press(keys[at % keys.length]);
        await setTimeout(500);
      }
    });
  } finally {
    await browser.close();
  }
}

/** Gathers the Locations of Entities; stops once there were `wanted` requests. */
async function gathering(headers, wanted) {
  const calm = { done: false };
  const before = reading(headers, calm);
  await setTimeout(5000);
  calm.done = true;
  const control = `http://127.0.0.1:${CONTROL_PORT}/requests`;
  const count = async () => (await (await fetch(control)).json()).counts.listLocations ?? 0;
  const id = randomUUID();
  const body = JSON.stringify({ id, collectiveId: null, only: 'all' });
  const quiet = await before;
  const busy = { done: false };
  const seen = { done: false, ready: () => {} };
  const isReady = new Promise((resolve) => {
    seen.ready = resolve;
  });
  const looked = looking(seen);
  await Promise.race([isReady, looked]);
  const meanwhile = reading(headers, busy);
  const began = performance.now();
  const started = await fetch(`${origin}/api/console/places/gatherings`, {
    method: 'POST',
    headers,
    body,
  });
  if (!started.ok) throw new Error(`the gathering got ${started.status}`);
  const startMs = performance.now() - began;
  let requests = 0;
  while (requests < wanted) {
    await setTimeout(250);
    requests = await count();
  }
  const seconds = (performance.now() - began) / 1000;
  busy.done = true;
  seen.done = true;
  const noticed = await meanwhile;
  const drawn = await looked;
  await fetch(`${origin}/api/console/places/gatherings/${id}/stop`, {
    method: 'POST',
    headers: { ...headers, 'content-type': undefined },
  }).catch(() => null);
  const { mostInASecond } = await (await fetch(control)).json();
  return {
    requests,
    seconds,
    startMs,
    most: mostInASecond.listLocations ?? 0,
    quiet,
    noticed,
    drawn,
  };
}

/**
 * Measures the directory and the map of a world of its own.
 * @param world one of the fleets
 * @param wanted Locations to gather
 */
export async function directoryAndMap(dir, world, wanted) {
  const dataDir = mkdtempSync(path.join(dir, 'directory-'));
  const program = await startProgram(
    'start.js',
    {
      DATA_DIR: dataDir,
      PORT: String(PORT),
      SERVICE_PORT: String(SERVICE_PORT),
      SERVICE_CONTROL_PORT: String(CONTROL_PORT),
      SERVICE_WORLD: world,
      TRACKER_REQUESTS_PER_SECOND: String(PER_SECOND),
    },
    /Started in/,
  );
  try {
    const service = new Database(path.join(dataDir, `service-${world}-1.db`), { readonly: true });
    const store = new Database(path.join(dataDir, 'console.db'));
    const places = knowAllPlaces(service, store);
    service.close();
    store.close();
    const signedIn = await fetch(`${origin}/auth/demo`, {
      method: 'POST',
      headers: page,
      body: JSON.stringify({ role: 'operator' }),
    });
    const cookie = signedIn.headers.getSetCookie().map((text) => text.split(';')[0]);
    const headers = { ...page, cookie: cookie.join('; ') };
    const list = '/api/console/entities?limit=200';
    const half = Math.floor(places / 2);
    const asked = [
      await answers('Entities, first page', list, headers),
      await answers('Entities, page in the middle', `${list}&offset=${half}`, headers),
      await answers('Entities, a search', `${list}&q=amsterdam`, headers),
      await answers('Places, first page', '/api/console/places?limit=200', headers),
      await answers(
        'Places in a box',
        '/api/console/places?limit=200&south=51&west=4&north=53&east=6',
        headers,
      ),
      await answers('All places for the map', '/api/console/places/map', headers),
      await answers('How far gathering is', '/api/console/places/status', headers),
    ];
    const drawn = await pages();
    const gathered = await gathering(headers, wanted);
    return { places, perSecond: PER_SECOND, asked, drawn, gathered, memory: program.memory() };
  } finally {
    await program.stop();
  }
}
