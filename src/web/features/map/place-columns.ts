import { MAP_STEPS } from '../../../contract/console/places.ts';
import type { Points } from '../../../domain/places.ts';

/** The bytes of a column of the map's answer. */
export function bytesOf(base64: string): DataView {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return new DataView(bytes.buffer);
}

/** The places in a column of the map's answer. */
export function decodePoints(base64: string): Points {
  const steps = bytesOf(base64);
  const count = Math.floor(steps.byteLength / 8);
  const [latitudes, longitudes] = [new Float64Array(count), new Float64Array(count)];
  for (let at = 0; at < count; at += 1) {
    latitudes[at] = steps.getInt32(at * 8, true) / MAP_STEPS;
    longitudes[at] = steps.getInt32(at * 8 + 4, true) / MAP_STEPS;
  }
  return { latitudes, longitudes };
}
