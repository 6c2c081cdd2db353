import type { LeafletKeyboardEvent } from 'leaflet';

/** Leaflet gives a mark the focus, but no key presses it: Enter and the space bar do with this. */
export function onPressKey(press: () => void): (event: LeafletKeyboardEvent) => void {
  return ({ originalEvent }) => {
    if (originalEvent.key !== 'Enter' && originalEvent.key !== ' ') return;
    originalEvent.preventDefault();
    press();
  };
}
