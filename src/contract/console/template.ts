import { get, post, remove } from '../route.ts';
import { z } from '../zod.ts';
import { Instant, Uuid, optional } from '../primitives.ts';
import { lineText, nameText } from '../texts.ts';

/** A Command of a template; later ones have a time of day, relative to the day of use. */
const TemplateRow = z.object({
  type: z.string().max(100),
  value: optional(z.string().max(100)),
  at: optional(
    z.object({
      /** Days after the day of use; 0 is that day. */
      dayOffset: z.int().min(0).max(366),
      /** HH:MM, or with seconds and their fraction. */
      time: z.string().regex(/^\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/),
      zone: z.string().min(1).max(64),
    }),
  ),
});

/** A frequently used dispatch, shared by all operators. */
export const TemplateContent = z.object({
  name: z.string().trim().min(1).max(100),
  kind: z.enum(['now', 'schedule']),
  rows: z.array(TemplateRow).min(1).max(1000),
  reason: z.string().max(500).default(''),
});
export type TemplateContent = z.infer<typeof TemplateContent>;

/** A template as it is added. */
const NewTemplate = TemplateContent.extend({
  name: nameText(100),
  reason: lineText(500).default(''),
});

export const Template = TemplateContent.extend({
  id: Uuid,
  operatorName: z.string(),
  createdAt: Instant,
});
export type Template = z.infer<typeof Template>;

export const TemplateList = z.object({ templates: z.array(Template), asOf: Instant });
export type TemplateList = z.infer<typeof TemplateList>;

/** Routes for templates. */
export const TEMPLATE_ROUTES = {
  templates: get('/api/console/templates', { shows: ['templates'], answer: TemplateList }),
  addTemplate: post('/api/console/templates', {
    touches: ['templates'],
    body: NewTemplate,
    answer: Template,
  }),
  deleteTemplate: remove('/api/console/templates/{id}', { touches: ['templates'] }),
};
