import { DomUtil, Layer, type Map as LeafletMap } from 'leaflet';
import { basemapCell, type BasemapCell, type CellPlace } from '../../api/basemap.ts';
import { BASEMAP_INKS } from './basemap-inks.ts';
import { HALF_HEIGHT, isInside, isUnder, placeLabels, populationFrom } from './labels.ts';
import type { Part, Town } from './labels.ts';

const TILE = 256;
/** Margin drawn beyond the view on each side, so that a drag reveals names, in px. */
const BEYOND = 240;
/** Margin beyond the drawing for placing names, so that a move does not change them, in px. */
const STEADY = 200;

/** A cell at a position on the map: the globe may be in view several times. */
interface Found {
  place: CellPlace;
  /** Which copy of the globe, counted eastwards. */
  turn: number;
}

function grown({ left, top, right, bottom }: Part, by: number): Part {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

function scaled({ left, top, right, bottom }: Part, by: number): Part {
  return { left: left * by, top: top * by, right: right * by, bottom: bottom * by };
}

/** Areas covered by controls, such as the attribution, relative to the corner of the view. */
function covered(map: LeafletMap): Part[] {
  const { left, top } = map.getContainer().getBoundingClientRect();
  return [...map.getContainer().querySelectorAll('.leaflet-control')].map((control) => {
    const box = control.getBoundingClientRect();
    return {
      left: box.left - left,
      top: box.top - top,
      right: box.right - left,
      bottom: box.bottom - top,
    };
  });
}

/** Towns of a cell at a zoom, within a part; larger ones come first in a cell. */
function townsOf(cell: BasemapCell, found: Found, zoom: number, part: Part): Town[] {
  const side = TILE * 2 ** (zoom - found.place.z);
  const scale = side / cell.extent;
  const left = found.place.x * side + found.turn * TILE * 2 ** zoom;
  const top = found.place.y * side;
  const from = populationFrom(zoom);
  const towns: Town[] = [];
  for (const [stepX, stepY, population, name] of cell.places) {
    if (population < from) break;
    const [x, y] = [left + stepX * scale, top + stepY * scale];
    const inside = x > part.left && x < part.right && y > part.top && y < part.bottom;
    if (inside) towns.push({ name, population, x, y });
  }
  return towns;
}

/** Names of towns across the whole view, so that none is cut at the border of a tile. */
export class TownLayer extends Layer {
  readonly #scheme: 'light' | 'dark';
  readonly #canvas = document.createElement('canvas');
  /** Drawings started; only the newest may finish. */
  #begun = 0;
  /** Zoom of the newest drawing. */
  #zoom = -1;

  constructor(scheme: 'light' | 'dark') {
    super();
    this.#scheme = scheme;
    this.#canvas.className = 'leaflet-zoom-hide';
    this.#canvas.setAttribute('aria-hidden', 'true');
    this.#canvas.style.setProperty('pointer-events', 'none');
    this.#canvas.style.setProperty('position', 'absolute');
  }

  override onAdd(map: LeafletMap): this {
    map.getPane('overlayPane')?.append(this.#canvas);
    this.#begin(map);
    // The page's own fonts may arrive later.
    void document.fonts.ready.then(() => this.#begin(map));
    return this;
  }

  override onRemove(): this {
    this.#begun += 1;
    this.#canvas.remove();
    return this;
  }

  override getEvents() {
    const again = (event: { target: LeafletMap }): void => this.#begin(event.target);
    return { moveend: again, zoomend: again, resize: again, viewreset: again };
  }

  #begin(map: LeafletMap): void {
    if (!this.#canvas.isConnected) return;
    this.#begun += 1;
    // Names of another zoom would be at wrong places until the new ones are drawn.
    if (map.getZoom() !== this.#zoom) this.#canvas.width = 0;
    this.#zoom = map.getZoom();
    // A failure shows on the tiles, which read the same cells.
    this.#draw(map, this.#begun).catch(() => undefined);
  }

  /** The cells of a part; each is read once however many tiles it covers. */
  async #cells(shown: Part, shownZoom: number): Promise<Found[]> {
    // Cells exist for whole zooms; a small map may show one in between.
    const zoom = Math.round(shownZoom);
    const part = scaled(shown, 2 ** (zoom - shownZoom));
    const turns = 2 ** zoom;
    const reads: Promise<Found | null>[] = [];
    for (let x = Math.floor(part.left / TILE); x * TILE < part.right; x += 1) {
      const turn = Math.floor(x / turns);
      for (let y = Math.max(0, Math.floor(part.top / TILE)); y * TILE < part.bottom; y += 1) {
        if (y >= turns) break;
        const read = basemapCell(zoom, x - turn * turns, y);
        reads.push(read.then((place) => (place === null ? null : { place, turn })));
      }
    }
    const found = new Map<string, Found>();
    for (const each of await Promise.all(reads)) {
      if (each === null) continue;
      const { place, turn } = each;
      found.set(`${place.z} ${place.x} ${place.y} ${turn}`, each);
    }
    return [...found.values()];
  }

  async #draw(map: LeafletMap, begun: number): Promise<void> {
    const bounds = map.getPixelBounds();
    const { min, max } = bounds;
    if (min === undefined || max === undefined) return;
    const zoom = map.getZoom();
    const seen = { left: min.x, top: min.y, right: max.x, bottom: max.y };
    const drawn = grown(seen, BEYOND);
    const steady = grown(drawn, STEADY);
    const cells = await this.#cells(steady, zoom);
    const context = this.#canvas.getContext('2d');
    if (begun !== this.#begun || context === null) return;
    const towns = cells.flatMap((found) => townsOf(found.place.cell, found, zoom, steady));
    const labels = placeLabels(towns, (text, font) => {
      context.font = font;
      return context.measureText(text).width;
    });
    const controls = covered(map);
    const ratio = window.devicePixelRatio;
    const [width, height] = [drawn.right - drawn.left, drawn.bottom - drawn.top];
    this.#canvas.width = width * ratio;
    this.#canvas.height = height * ratio;
    this.#canvas.style.setProperty('width', `${width}px`);
    this.#canvas.style.setProperty('height', `${height}px`);
    DomUtil.setPosition(this.#canvas, map.containerPointToLayerPoint([-BEYOND, -BEYOND]));
    context.scale(ratio, ratio);
    context.translate(-drawn.left, -drawn.top);
    const { text, halo } = BASEMAP_INKS[this.#scheme];
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 3;
    context.strokeStyle = halo;
    context.fillStyle = text;
    for (const label of labels) {
      const away =
        label.x + label.half < seen.left ||
        label.x - label.half > seen.right ||
        label.y + HALF_HEIGHT < seen.top ||
        label.y - HALF_HEIGHT > seen.bottom;
      // Either fully in view, or fully outside for a drag to reveal: never cut by the edge.
      if (!isInside(label, away ? drawn : seen)) continue;
      const inView = { ...label, x: label.x - seen.left, y: label.y - seen.top };
      if (controls.some((control) => isUnder(inView, control))) continue;
      context.font = label.font;
      context.strokeText(label.name, label.x, label.y);
      context.fillText(label.name, label.x, label.y);
    }
  }
}
