import { z } from './zod.ts';

/** The only feature name in the specification. */
export const CAPTURE_CHARGE_SESSIONS = 'CaptureChargeSessions';

/** A platform capability of an Entity, in an answer. Spec, "Feature". */
export const Feature = z.object({ feature: z.string(), isEnabled: z.boolean() });
export type Feature = z.infer<typeof Feature>;

/** The change of a feature: in requests the flag is named `enabled`. Spec, "Feature". */
export const FeatureChange = z.object({ feature: z.string().min(1), enabled: z.boolean() });
export type FeatureChange = z.infer<typeof FeatureChange>;
