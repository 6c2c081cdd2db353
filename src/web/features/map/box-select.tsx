import { DomEvent, Rectangle, latLngBounds, type Point } from 'leaflet';
import { useEffect } from 'react';
import { useMap } from 'react-leaflet';
import { nearestTurn } from '../../../domain/places.ts';
import type { MapBox } from './map-search.ts';

interface BoxSelectProps {
  /** Whether dragging selects a box; otherwise only with Shift held. */
  choosing: boolean;
  /** The selected box, or null. */
  box: MapBox | null;
  onBox: (box: MapBox) => void;
  onCancel: () => void;
}

/** A drag shorter than this is a click, in px. */
const LEAST_PX = 6;

/** Selects a box by dragging over the map. */
export function BoxSelect({ choosing, box, onBox, onCancel }: BoxSelectProps) {
  const map = useMap();

  useEffect(() => {
    map.boxZoom.disable();
    const container = map.getContainer();
    container.classList.toggle('choosing', choosing);
    let from: Point | null = null;
    let frame: HTMLElement | null = null;

    const end = (): void => {
      from = null;
      frame?.remove();
      frame = null;
      map.dragging.enable();
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', up);
    };
    const move = (event: PointerEvent): void => {
      if (from === null || frame === null) return;
      const to = map.mouseEventToContainerPoint(event);
      frame.style.setProperty('left', `${Math.min(from.x, to.x)}px`);
      frame.style.setProperty('top', `${Math.min(from.y, to.y)}px`);
      frame.style.setProperty('width', `${Math.abs(from.x - to.x)}px`);
      frame.style.setProperty('height', `${Math.abs(from.y - to.y)}px`);
    };
    const up = (event: PointerEvent): void => {
      const start = from;
      const to = map.mouseEventToContainerPoint(event);
      end();
      if (start === null || start.distanceTo(to) < LEAST_PX) return;
      const bounds = latLngBounds([
        map.containerPointToLatLng(start),
        map.containerPointToLatLng(to),
      ]);
      onBox({
        south: bounds.getSouth(),
        west: bounds.getWest(),
        north: bounds.getNorth(),
        east: bounds.getEast(),
      });
    };
    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || !(choosing || event.shiftKey)) return;
      if (event.target instanceof Element && event.target.closest('.leaflet-control') !== null) {
        return;
      }
      DomEvent.preventDefault(event);
      map.dragging.disable();
      from = map.mouseEventToContainerPoint(event);
      frame = document.createElement('div');
      frame.className = 'gh-box';
      container.append(frame);
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', up);
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      if (from !== null) end();
      if (choosing) onCancel();
    };
    container.addEventListener('pointerdown', down, { capture: true });
    window.addEventListener('keydown', key);
    return () => {
      end();
      container.classList.remove('choosing');
      container.removeEventListener('pointerdown', down, { capture: true });
      window.removeEventListener('keydown', key);
    };
  }, [map, choosing, onBox, onCancel]);

  useEffect(() => {
    if (box === null) return;
    const { south, north } = box;
    const west = nearestTurn(box.west, map.getCenter().lng);
    // Across the date line the box continues eastwards.
    const east = west + box.east - box.west + (box.east < box.west ? 360 : 0);
    const drawn = new Rectangle(
      [
        [south, west],
        [north, east],
      ],
      { className: 'gh-chosen-box', interactive: false, weight: 2, fillOpacity: 0.08 },
    );
    drawn.addTo(map);
    return () => {
      drawn.remove();
    };
  }, [map, box]);

  return null;
}
