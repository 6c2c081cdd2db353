import { GridLayer, type Coords, type DoneCallback } from 'leaflet';
import { basemapCell, type BasemapCell, type CellPlace } from '../../api/basemap.ts';
import { townNames } from './town-names.ts';

/** The colours of the built-in basemap in one colour scheme. */
interface BasemapInk {
  sea: string;
  land: string;
  border: string;
  text: string;
  halo: string;
}

const BASEMAP_INKS: Readonly<Record<'light' | 'dark', BasemapInk>> = {
  light: { sea: '#dfe6ea', land: '#f6f5f1', border: '#b9b6ad', text: '#4a525d', halo: '#f6f5f1' },
  dark: { sea: '#171b22', land: '#262b34', border: '#4b5361', text: '#b3bcc9', halo: '#1b1f27' },
};

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

/** Reads the cell of a tile and draws it; the globe may be in view several times. */
async function drawCell(
  coords: Coords,
  draw: (place: CellPlace, tile: { x: number; y: number; z: number }) => void,
  done: (error?: Error) => void,
): Promise<void> {
  const turns = 2 ** coords.z;
  const tile = { x: ((coords.x % turns) + turns) % turns, y: coords.y, z: coords.z };
  try {
    const place = await basemapCell(tile.z, tile.x, tile.y);
    if (place !== null) draw(place, tile);
    done();
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)));
  }
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
    void drawCell(
      coords,
      (place, at) => this.#draw(context, place, at, size.x),
      (error) => done(error, tile),
    );
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

/** Names of towns above land and borders. */
export class TownLayer extends GridLayer {
  readonly #ink: BasemapInk;

  constructor(scheme: 'light' | 'dark') {
    super({ pane: 'overlayPane', className: 'gh-towns', noWrap: false });
    this.#ink = BASEMAP_INKS[scheme];
  }

  override createTile(coords: Coords, done: DoneCallback): HTMLElement {
    const tile = document.createElement('div');
    tile.setAttribute('aria-hidden', 'true');
    const { text, halo } = this.#ink;
    tile.style.setProperty('color', text);
    tile.style.setProperty('text-shadow', [1, 1, 1, 1].map(() => `0 0 2px ${halo}`).join());
    void drawCell(
      coords,
      (place, at) => {
        for (const { name, x, y, isLarge } of townNames(place, at, this.getTileSize().x)) {
          const label = document.createElement(isLarge ? 'b' : 'span');
          label.textContent = name;
          label.style.setProperty('left', `${x}px`);
          label.style.setProperty('top', `${y}px`);
          tile.append(label);
        }
      },
      // A failure shows on the tiles below, which read the same cells.
      () => done(undefined, tile),
    );
    return tile;
  }
}
