import type { LeafletKeyboardEvent } from 'leaflet';

/** Leaflet marks can be focused, but not pressed by key: this adds Enter and the space bar. */
export function onPressKey(press: () => void): (event: LeafletKeyboardEvent) => void {
  return ({ originalEvent }) => {
    if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return;
    originalEvent.preventDefault();
    press();
  };
}
