import type { EntityTypeName } from '../../contract/entity-type.ts';

/** The colours of Entity types; each has a light and a dark value in the theme. */
export type EntityTone =
  | 'indigo'
  | 'orange'
  | 'blue'
  | 'teal'
  | 'ochre'
  | 'purple'
  | 'slate'
  | 'brown';

/** How an Entity type is drawn everywhere: never in outcome colours. */
export interface EntityTypeStyle {
  tone: EntityTone;
  /** The usual short name, for places without room for an icon. */
  mark: string;
}

const STYLES: Readonly<Record<EntityTypeName, EntityTypeStyle>> = {
  EV: { tone: 'indigo', mark: 'EV' },
  ChargePoint: { tone: 'orange', mark: 'CP' },
  Battery: { tone: 'blue', mark: 'Ba' },
  Inverter: { tone: 'teal', mark: 'In' },
  SolarPlant: { tone: 'ochre', mark: 'PV' },
  HeatPump: { tone: 'purple', mark: 'HP' },
  Meter: { tone: 'slate', mark: 'Me' },
  RetrofitMeter: { tone: 'brown', mark: 'RM' },
};

const known: ReadonlyMap<string, EntityTypeStyle> = new Map(Object.entries(STYLES));

/** The style of a type of the Service; types that the specification does not name are grey. */
export function entityTypeStyle(type: string | null): EntityTypeStyle {
  const mark = type === null ? '?' : type.slice(0, 2);
  return (type === null ? undefined : known.get(type)) ?? { tone: 'slate', mark };
}

/** The CSS colour of a type in the current scheme. */
export function entityToneColor(tone: EntityTone): string {
  return `var(--mui-palette-entity-${tone})`;
}
