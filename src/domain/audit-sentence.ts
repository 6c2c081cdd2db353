import type { AuditAct, AuditNames, AuditThing } from '../contract/console/audit.ts';
import { z } from '../contract/zod.ts';
import { actionLabel } from './audit-labels.ts';
import { requestLabel } from './command-rules.ts';
import { formatCount, formatNumber, nameInWords, shortId } from './format.ts';
import { fieldLabel } from './directory-labels.ts';

/** What an act did, in order: texts, and things that have a page of their own. */
export type Sentence = readonly (string | AuditThing)[];

type Told = Pick<AuditAct, 'action' | 'target' | 'body' | 'overrides' | 'dispatchId'> &
  Partial<Pick<AuditAct, 'answer'>>;

const text = z.string().nullish().catch(null);
const Item = z.object({ type: z.string().nullable(), value: z.string().nullable().catch(null) });

const Counts = z.record(z.string(), z.number());
/** Members of a Collective, or the names of an Entity's Collectives. */
const Members = z.union([z.number(), z.array(z.string())]);

/** What sentences use of a request. All of it may be missing: long ones are cut, and strangers sent some. */
const Asked = z.looseObject({
  id: text,
  name: text,
  role: text,
  kind: text,
  why: text,
  entityId: text,
  verdict: text,
  act: text,
  entityIds: z.array(z.string()).nullish().catch(null),
  archived: z.boolean().nullish().catch(null),
  collectives: z.array(z.unknown()).nullish().catch(null),
  file: text,
  imported: z
    .object({ collectives: Counts, entities: Counts, memberships: Counts })
    .nullish()
    .catch(null),
  members: z.object({ before: Members, after: Members }).nullish().catch(null),
  takenAt: text,
  feature: text,
  enabled: z.boolean().nullish().catch(null),
  disabled: z.boolean().nullish().catch(null),
  batteryCapacity: z.number().nullish().catch(null),
  repeats: z.number().nullish().catch(null),
  removed: z.record(z.string(), z.number()).nullish().catch(null),
  was: z.record(z.string(), z.unknown()).nullish().catch(null),
  commands: z
    .union([z.array(Item), Item])
    .nullish()
    .catch(null),
  change: z.looseObject({ kind: z.string() }).nullish().catch(null),
  items: z.array(z.unknown()).nullish().catch(null),
  content: z.looseObject({ name: text }).nullish().catch(null),
});
type Asked = z.infer<typeof Asked>;

/** The JSON of a body; an empty object if it has none or was cut. */
export function askedOf(body: string | null): Asked {
  try {
    return Asked.parse(JSON.parse(body ?? '{}'));
  } catch {
    return Asked.parse({});
  }
}

/** Puts a sentence together: things stay things, so that a page can link them. */
function say(texts: TemplateStringsArray, ...values: (string | AuditThing | Sentence)[]): Sentence {
  return texts.flatMap((each, at) => {
    const value = values[at];
    return [each, ...(value === undefined ? [] : [value].flat())];
  });
}

const TARGET = /^(\w[\w ]*?) ([\w-]{8,})(?:, (.+))?$/;

/** The thing that a target begins with, and what it says beyond. */
function thingOf(target: string | null, names: AuditNames): { thing: AuditThing; rest: string } {
  const [, kind = 'thing', id = '', rest = ''] = TARGET.exec(target ?? '') ?? [];
  const short = `${nameInWords(kind).toLowerCase()} ${shortId(id)}`;
  return {
    thing: names[id] ?? { kind: 'other', id, name: id === '' ? (target ?? 'something') : short },
    rest,
  };
}

/** What a bulk change is called. @param total its Entities; null: not known */
export function bulkName(
  change: { kind: string; feature?: unknown } | null,
  total: number | null,
): string {
  const count = total === null ? 'Entities' : formatCount(total, 'Entity', 'Entities');
  if (change?.kind === 'offboarding') return `offboarding of ${count}`;
  const { feature } = change ?? {};
  const what =
    typeof feature === 'string' ? nameInWords(feature).toLowerCase() : 'battery capacity';
  return `bulk change of ${change === null ? 'a setting' : what} for ${count}`;
}

/** A value as people read it. */
export function auditValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return formatNumber(value, Number.isInteger(value) ? 0 : 2);
  if (Array.isArray(value)) return value.map(auditValue).join(', ') || 'nothing';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const before = (was: unknown) => (was === undefined ? '' : ` (was ${auditValue(was)})`);
const quoted = (name: string | null | undefined) => (name ? ` “${name}”` : '');

function changed(target: string | null, asked: Asked, names: AuditNames): Sentence {
  const { thing } = thingOf(target, names);
  const { was, feature, enabled, batteryCapacity, entityId } = asked;
  if (batteryCapacity !== null && batteryCapacity !== undefined) {
    const known = was?.['batteryCapacity'];
    return say`Set battery capacity of ${thing} to ${auditValue(batteryCapacity)} kWh${before(known)}`;
  }
  if (feature) {
    const known = was?.['enabled'];
    const to = enabled === true ? 'on' : 'off';
    return say`Turn ${to} ${nameInWords(feature).toLowerCase()} of ${thing}${before(known)}`;
  }
  if (target?.startsWith('offboardingRequest') === true) return say`Cancel offboarding of ${thing}`;
  if (!entityId) return say`Change a setting of ${thing}`;
  return say`Offboard ${thingOf(`entity ${entityId}`, names).thing}`;
}

/** What an operator decided about named and missing members; see `MembershipDecision`. */
const DECIDED: Readonly<Record<string, (count: string) => [before: string, after: string]>> = {
  confirm: (count) => [`Take ${count} into `, ''],
  dismiss: (count) => [`Keep ${count} out of `, ''],
  accept: () => ['Remove from ', ' the members that an answer of the Service lacks'],
  keep: () => ['Keep in ', ' the members that an answer of the Service lacks'],
};

/** A change of the directory that sets none of the fields of a record. */
function otherwiseChanged(thing: AuditThing, asked: Asked): Sentence {
  const { act, entityIds, archived, collectives, members } = asked;
  const count = formatCount(entityIds?.length ?? 0, 'Entity', 'Entities');
  const decided = DECIDED[act ?? '']?.(count);
  if (decided !== undefined) {
    const counts = members
      ? ` (${auditValue(members.before)} members before, ${auditValue(members.after)} after)`
      : '';
    return say`${decided[0]}${thing}${decided[1]}${counts}`;
  }
  if (archived === true) return say`Archive ${thing}`;
  if (archived === false) return say`Restore ${thing}`;
  if (collectives) return say`Change the Collectives of ${thing}${membersChanged(asked)}`;
  return say`Change ${thing}`;
}

function membersChanged({ members }: Asked): string {
  return members ? ` to ${auditValue(members.after)}${before(members.before)}` : '';
}

/** What an import of a file did; nothing is known of one that did not come to its end. */
function imported({ file, imported: counts }: Asked): Sentence {
  const what = file ?? 'the directory';
  if (!counts) return say`Import ${what}`;
  const { collectives, entities, memberships } = counts;
  const records = (of: string) => (collectives[of] ?? 0) + (entities[of] ?? 0);
  const parts = [
    `${formatNumber(records('added'))} added`,
    `${formatNumber(records('updated'))} changed`,
    ...['added', 'removed'].flatMap((each) => {
      const count = memberships[each] ?? 0;
      return count === 0 ? [] : [`${formatCount(count, 'membership', 'memberships')} ${each}`];
    }),
  ];
  return say`Import ${what}: ${parts.join(', ')}`;
}

const FIELDS = ['name', 'type', 'brand', 'owner', 'place', 'note', 'tags'];

function directoryChanged({ target, answer }: Told, asked: Asked, names: AuditNames): Sentence {
  const kind = target === 'entity' ? 'Entity' : 'Collective';
  if (target === 'entity' || target === 'collective') {
    const made = names[asked.id ?? ''];
    return made === undefined ? say`Add ${kind}${quoted(asked.name)}` : say`Add ${kind} ${made}`;
  }
  if (target === 'directory') return imported(answer === undefined ? asked : askedOf(answer));
  const { thing } = thingOf(target, names);
  const fields = FIELDS.filter((field) => field in asked);
  const [field] = fields;
  if (field === undefined) return otherwiseChanged(thing, asked);
  const labels = fields.map((each) => fieldLabel(each).toLowerCase()).join(', ');
  const more = asked.members ? `, and its Collectives${membersChanged(asked)}` : '';
  if (fields.length > 1) return say`Change ${labels} of ${thing}${more}`;
  return say`Set ${labels} of ${thing} to ${auditValue(asked[field])}${before(asked.was?.[field])}${more}`;
}

function dispatched(act: Told, asked: Asked, names: AuditNames): Sentence {
  const items = [asked.commands ?? []].flat();
  const guard = act.overrides.includes('guard-overridden') ? ', overriding a warning' : '';
  const cooldown = act.overrides.includes('cooldown-overridden') ? ', ignoring cooldowns' : '';
  const { thing } = thingOf(act.target, names);
  const sent = act.dispatchId === null ? undefined : names[act.dispatchId];
  const command =
    items.length > 1 ? formatCount(items.length, 'Command', 'Commands') : requestLabel(items);
  const batch: string | AuditThing = sent === undefined ? command : { ...sent, name: command };
  const verb = Array.isArray(asked.commands) ? 'Schedule' : 'Dispatch';
  return say`${verb} ${batch} for ${thing}${guard}${cooldown}`;
}

function bulkChanged(target: string | null, asked: Asked, names: AuditNames): Sentence {
  const { thing, rest } = thingOf(target, names);
  if (rest !== '') return say`${rest === 'stop' ? 'Stop' : 'Resume'} ${thing}`;
  const made = names[asked.id ?? ''];
  if (made !== undefined) return say`Start ${made}`;
  return say`Start ${bulkName(asked.change ?? null, asked.items?.length ?? null)}`;
}

function sessionEnded(target: string | null, asked: Asked, names: AuditNames): Sentence {
  if (target !== null) return say`End a session of ${thingOf(target, names).thing}`;
  return say`Session ended${asked.why ? `: ${asked.why}` : ''}`;
}

function operatorChanged(target: string | null, asked: Asked, names: AuditNames): Sentence {
  const { thing } = thingOf(target, names);
  if (asked.disabled === true) return say`Disable ${thing}`;
  if (asked.disabled === false) return say`Enable ${thing}`;
  return asked.role
    ? say`Set the role of ${thing} to ${asked.role}`
    : say`Change the grants of ${thing}`;
}

function swept(act: Told, names: AuditNames): Sentence {
  const { thing, rest } = thingOf(act.target, names);
  if (rest === 'stop') return say`Stop canceling ${thing}`;
  return rest === 'resume' ? say`Resume canceling ${thing}` : say`Cancel ${thing}`;
}

function removed({ removed: counts }: Asked): Sentence {
  const told = Object.entries(counts ?? {}).filter(([, count]) => count > 0);
  const list = told.map(([what, count]) => `${formatNumber(count)} ${what}`).join(', ');
  return say`Remove what is older than its retention${list === '' ? '' : `: ${list}`}`;
}

/** Whom a sign-in or password names; names of operators may have several words. */
function person(target: string | null, names: AuditNames): string {
  const name = (target ?? '').replace(/^operator /, '');
  return names[name]?.name ?? name;
}

type Say = (act: Told, asked: Asked, names: AuditNames) => Sentence;
const about =
  (words: string): Say =>
  ({ target, dispatchId }, _, names) => {
    const { thing } = thingOf(target ?? `batch ${dispatchId ?? ''}`, names);
    return say`${words} ${thing}`;
  };
/** With the name that the body gives to something new; what is named by its target is deleted. */
const saved =
  (what: string): Say =>
  ({ target }, { name, content }) =>
    /[0-9a-f]{8}-/.test(target ?? '')
      ? say`Delete a ${what}`
      : say`Save ${what}${quoted(name ?? content?.name)}`;

const SENTENCES: Readonly<Record<string, Say>> = {
  'sign-in': () => say`Sign in`,
  'sign-in-failed': ({ target }, _, names) => say`Sign in as ${person(target, names)}`,
  'sign-in-locked': ({ target }, _, names) => say`Sign in as ${person(target, names)}, slowed down`,
  'sign-out': () => say`Sign out`,
  'session-ended': ({ target }, asked, names) => sessionEnded(target, asked, names),
  denied: ({ target }) =>
    say`Ask for what the role does not permit: ${target ?? 'several addresses'}`,
  'cross-site-refused': ({ target }) =>
    say`Request from another site: ${target ?? 'several addresses'}`,
  'settings-changed': saved('template'),
  'directory-changed': directoryChanged,
  dispatch: dispatched,
  'dispatch-approved': about('Approve'),
  'dispatch-refused': about('Do not approve'),
  'dispatch-withdrawn': about('Withdraw'),
  'dispatch-expired': about('End what nobody approved in time:'),
  'approval-rules': () => say`Change the approval rules`,
  cancel: ({ target }, _, names) => say`Cancel a Command of ${thingOf(target, names).thing}`,
  sweep: (act, _, names) => swept(act, names),
  resolve: about('Look for the outcome of'),
  'outcome-closed': (act, { verdict }, names) =>
    say`${about('Close the unknown outcome of')(act, askedOf(null), names)}${verdict ? ` as ${nameInWords(verdict).toLowerCase()}` : ''}`,
  'batch-settled': about('Keep the hash of'),
  refresh: ({ target }) =>
    target === 'fleet' ? say`Refresh data of the fleet` : say`Read missing sessions of a report`,
  dismiss: ({ target }) => say`Hide from attention: ${(target ?? '').replace(/^dismiss /, '')}`,
  bulk: ({ target }, asked, names) => bulkChanged(target, asked, names),
  report: ({ target }, { kind, name, entityId }, names) =>
    target === 'session of a report' && entityId
      ? say`${kind === 'accepted' ? 'Accept' : 'Leave out'} a charge session of ${thingOf(`entity ${entityId}`, names).thing}`
      : say`Seal a report${quoted(name)}`,
  'report-deleted': about('Delete'),
  'report-definition': saved('report'),
  tariff: saved('tariff'),
  change: ({ target }, asked, names) => changed(target, asked, names),
  delete: ({ target }, _, names) => {
    const { thing, rest } = thingOf(target, names);
    if (!rest.startsWith('member')) return say`Delete a location of ${thing}`;
    return say`Remove ${thingOf(rest.replace('member', 'entity'), names).thing} from ${thing}`;
  },
  export: ({ target }, _, names) => {
    const { thing, rest } = thingOf(target, names);
    return say`Export ${thing}${rest === '' ? '' : `, ${rest}`}`;
  },
  restored: (_, { takenAt }) => say`Restore a backup${takenAt ? ` taken ${takenAt}` : ''}`,
  retention: ({ answer }, asked) => removed(answer === undefined ? asked : askedOf(answer)),
  erased: ({ target }, _, names) =>
    say`Erase locations and charge sessions of ${thingOf(target, names).thing}`,
  'password-changed': () => say`Change the own password`,
  'password-reset': ({ target }, _, names) => say`Reset the password of ${person(target, names)}`,
  'operator-invited': (_, { name, role }) =>
    say`Invite ${name ?? 'an operator'}${role ? ` as ${role}` : ''}`,
  'operator-changed': ({ target }, asked, names) => operatorChanged(target, asked, names),
  'token-made': ({ target }, { name }, names) =>
    say`Make API token${quoted(name)} of ${person(target, names)}`,
  'token-ended': ({ target }, _, names) =>
    say`End an API token of ${person(target?.split(',')[0] ?? null, names)}`,
};

/**
 * What an act was, as a sentence that claims no success: its outcome stands beside it.
 * @param names what the ids in it are called
 */
export function auditSentence(act: Told, names: AuditNames): Sentence {
  const asked = askedOf(act.body);
  const told = SENTENCES[act.action]?.(act, asked, names) ?? [
    [actionLabel(act.action), act.target].filter(Boolean).join(': '),
  ];
  const more = asked.repeats
    ? [`, and ${formatCount(asked.repeats, 'more time', 'more times')}`]
    : [];
  return [...told, ...more].reduce<(string | AuditThing)[]>((parts, part) => {
    const last = parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') parts.splice(-1, 1, last + part);
    else if (part !== '') parts.push(part);
    return parts;
  }, []);
}

/** The sentence as plain text, for files. */
export function auditText(act: Told, names: AuditNames): string {
  return auditSentence(act, names)
    .map((part) => (typeof part === 'string' ? part : part.name))
    .join('');
}
