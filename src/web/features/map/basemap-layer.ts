import { GridLayer, type Coords, type DoneCallback } from 'leaflet';
import { BASEMAP_INKS, type BasemapInk } from './basemap-inks.ts';
import { basemapCell, type BasemapCell, type CellPlace } from '../../api/basemap.ts';

/** A cell's outlines, built once: the browser clips and scales them for each tile. */
interface Outlines {
  land: Path2D;
  borders: Path2D;
}

const outlines = new WeakMap<BasemapCell, Outlines>();

function trace(path: Path2D, steps: readonly number[], closed: boolean): void {
  let x = 0;
  let y = 0;
  for (let at = 0; at + 1 < steps.length; at += 2) {
    x += steps[at] ?? 0;
    y += steps[at + 1] ?? 0;
    if (at === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  }
  if (closed) path.closePath();
}

function outlinesOf(cell: BasemapCell): Outlines {
  const known = outlines.get(cell);
  if (known !== undefined) return known;
  const made = { land: new Path2D(), borders: new Path2D() };
  for (const ring of cell.land) trace(made.land, ring, true);
  for (const line of cell.borders) trace(made.borders, line, false);
  outlines.set(cell, made);
  return made;
}

/** Land and borders, drawn by the page itself: no request leaves its origin. */
export class BasemapLayer extends GridLayer {
  readonly #ink: BasemapInk;

  constructor(scheme: 'light' | 'dark') {
    super({ attribution: 'Natural Earth · GeoNames (CC BY 4.0)', noWrap: false });
    this.#ink = BASEMAP_INKS[scheme];
  }

  override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const tile = document.createElement('canvas');
    const size = this.getTileSize();
    const ratio = window.devicePixelRatio;
    tile.width = size.x * ratio;
    tile.height = size.y * ratio;
    const context = tile.getContext('2d');
    if (context === null) return tile;
    context.scale(ratio, ratio);
    context.fillStyle = this.#ink.sea;
    context.fillRect(0, 0, size.x, size.y);
    const turns = 2 ** coords.z;
    const x = ((coords.x % turns) + turns) % turns;
    const draw = async (): Promise<void> => {
      try {
        const place = await basemapCell(coords.z, x, coords.y);
        if (place !== null) this.#draw(context, place, { ...coords, x }, size.x);
        done(undefined, tile);
      } catch (error) {
        done(error instanceof Error ? error : new Error(String(error)), tile);
      }
    };
    void draw();
    return tile;
  }

  #draw(
    context: CanvasRenderingContext2D,
    { cell, z, x, y }: CellPlace,
    tile: { x: number; y: number; z: number },
    size: number,
  ): void {
    const parts = 2 ** (tile.z - z);
    const scale = (size * parts) / cell.extent;
    const left = (tile.x - x * parts) * size;
    const top = (tile.y - y * parts) * size;
    const { land, borders } = outlinesOf(cell);
    context.save();
    context.translate(-left, -top);
    context.scale(scale, scale);
    context.fillStyle = this.#ink.land;
    context.fill(land, 'evenodd');
    context.strokeStyle = this.#ink.border;
    context.lineWidth = 1 / scale;
    context.stroke(borders);
    context.restore();
  }
}
