import { entityToneColor, type EntityTone } from '../../theme/entity-type-style.ts';

const TONES: readonly EntityTone[] = ['indigo', 'teal', 'orange', 'blue', 'purple'];

/** The colour of Entities that are in several Collectives. */
export const SEVERAL_COLOR = entityToneColor('ochre');

/** The colour of a Collective in the chart and in its row. @param place null: one of the others */
export function stackColor(place: number | null): string {
  return entityToneColor((place === null ? undefined : TONES[place]) ?? 'slate');
}
