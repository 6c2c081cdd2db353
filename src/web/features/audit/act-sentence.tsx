import type { AuditAct, AuditNames, AuditThing } from '../../../contract/console/audit.ts';
import { auditSentence } from '../../../domain/audit-sentence.ts';
import { TextLink } from '../../components/app-link.tsx';

/** Something that an act was done to, with a link to its page if it has one. */
function Thing({ thing: { kind, id, name } }: { thing: AuditThing }) {
  switch (kind) {
    case 'entity':
      return (
        <TextLink to="/entities/$entityId" params={{ entityId: id }}>
          {name}
        </TextLink>
      );
    case 'collective':
      return (
        <TextLink to="/collectives/$collectiveId" params={{ collectiveId: id }}>
          {name}
        </TextLink>
      );
    case 'batch':
      return (
        <TextLink to="/batches/$dispatchId" params={{ dispatchId: id }}>
          {name}
        </TextLink>
      );
    case 'bulk':
      return (
        <TextLink to="/bulk/$runId" params={{ runId: id }}>
          {name}
        </TextLink>
      );
    case 'sealed':
      return (
        <TextLink to="/reports/sealed/$id" params={{ id }}>
          {name}
        </TextLink>
      );
    case 'other':
      return name;
  }
}

/** What an act was, in words, with links to what it was done to. */
export function ActSentence({ act, names }: { act: AuditAct; names: AuditNames }) {
  let at = 0;
  return auditSentence(act, names).map((part) => {
    at += 1;
    return typeof part === 'string' ? part : <Thing key={at} thing={part} />;
  });
}
