import { z } from '../../contract/zod.ts';
import { BASE } from './base.ts';

/** Path of the basemap in the built page. */
const BASEMAP = `${BASE}/basemap`;

const Ring = z.array(z.int());

/** Land, borders and towns of one square of the world, in integer steps from its north-west corner. */
const BasemapCell = z.object({
  /** Steps along one side. */
  extent: z.int().positive(),
  /** Rings and lines; each number is the offset from the one two positions before it. */
  land: z.array(Ring),
  borders: z.array(Ring),
  /** x, y, population and name, largest first. */
  places: z.array(z.tuple([z.number(), z.number(), z.number(), z.string()])),
});
export type BasemapCell = z.infer<typeof BasemapCell>;

const BasemapIndex = z.object({ detailZoom: z.int(), cells: z.array(z.string()) });

async function read<S extends z.ZodType>(name: string, schema: S): Promise<z.infer<S>> {
  const answer = await fetch(`${BASEMAP}/${name}.json`, { credentials: 'same-origin' });
  if (!answer.ok) throw new Error(`The basemap could not be read: status ${answer.status}`);
  return schema.parse(await answer.json());
}

const kept = new Map<string, Promise<BasemapCell>>();
let index: Promise<{ detailZoom: number; cells: Set<string> }> | null = null;

async function readIndex(): Promise<{ detailZoom: number; cells: Set<string> }> {
  const { detailZoom, cells } = await read('index', BasemapIndex);
  return { detailZoom, cells: new Set(cells) };
}

/** Where to find a tile of the map: a cell, and the cell's own zoom and position. */
export interface CellPlace {
  cell: BasemapCell;
  z: number;
  x: number;
  y: number;
}

/**
 * The cell of the basemap that contains a tile of the map. Results are cached; a failed read is retried at the
 * next call. All requests stay on the console's own origin.
 * @returns null if there is only sea
 */
export async function basemapCell(
  tileZoom: number,
  x: number,
  y: number,
): Promise<CellPlace | null> {
  index ??= readIndex();
  const { detailZoom, cells } = await index.catch((error: unknown) => {
    index = null;
    throw error;
  });
  const zoom = tileZoom < detailZoom ? 0 : detailZoom;
  const step = 2 ** (tileZoom - zoom);
  const at = { z: zoom, x: Math.floor(x / step), y: Math.floor(y / step) };
  const name = `${at.z}-${at.x}-${at.y}`;
  if (zoom > 0 && !cells.has(name)) return null;
  const reading =
    kept.get(name) ??
    read(name, BasemapCell).catch((error: unknown) => {
      kept.delete(name);
      throw error;
    });
  kept.set(name, reading);
  return { cell: await reading, ...at };
}
