import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Member } from '../../../contract/collective.ts';
import { foreignName } from '../../../domain/foreign-label.ts';
import { formatCount, MISSING } from '../../../domain/format.ts';
import { hasTerms, searchTerms } from '../../../lib/search-terms.ts';
import { mergeRows } from '../../api/service-pages.ts';
import { usePermission } from '../../api/session.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { useNote } from '../../api/use-note.ts';
import { CopyId } from '../../components/copy-id.tsx';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { isWhole, KnownAge, knownList, KnownRead } from '../../components/known.tsx';
import { Section } from '../../components/section.tsx';
import { memberName, membersPages } from './members-queries.ts';
import { RemoveMember } from './remove-member.tsx';

const COLUMNS: readonly Column<Member>[] = [
  column(
    'name',
    'Name',
    { phone: 'name', phoneCell: memberName },
    (row) => foreignName(row.name) ?? MISSING,
  ),
  column(
    'email',
    'E-mail address',
    { width: '38%', phone: 'line' },
    (row) => foreignName(row.emailAddress) ?? MISSING,
  ),
  column('id', 'Id', { width: '14%' }, (row) => (
    <CopyId id={row.id} what={`the id of ${memberName(row)}`} />
  )),
];

function removeColumn(isDenied: boolean, onRemove: (member: Member) => void): Column<Member> {
  return column('remove', 'Access', { width: '14%', phone: 'end' }, (member) => (
    <Button
      color="error"
      disabled={isDenied}
      aria-label={`Remove ${memberName(member)}`}
      onClick={() => onRemove(member)}
      sx={{ ml: -1, px: 1, minWidth: 0 }}
    >
      Remove
    </Button>
  ));
}

/** The Members of a Collective, with a button to remove each. */
export function MembersSection({ collectiveId }: { collectiveId: string }) {
  const asked = membersPages(collectiveId);
  const { pages, ...list } = useAllPages(useInfiniteQuery(asked));
  const known = knownList(
    list,
    useMemo(() => pages && mergeRows(pages), [pages]),
    useNote(asked.queryKey),
  );
  const { reason } = usePermission('remove-member');
  const [text, setText] = useState('');
  const [leaving, setLeaving] = useState<Member | null>(null);
  const terms = searchTerms(text);
  const matching = (known.value ?? []).filter(({ id, name, emailAddress }) =>
    hasTerms(`${name ?? ''} ${emailAddress ?? ''}`, terms, id),
  );
  return (
    <Section ofTab title="Members" aside={<KnownAge known={known} what="the members" />}>
      <KnownRead
        known={known}
        what="the members"
        rows={4}
        count={({ length }) => formatCount(length, 'member', 'members')}
      >
        {(members) =>
          members.length === 0 ? (
            isWhole(known) && (
              <EmptyState title="This Collective has no members.">
                <Typography variant="body2">
                  Members are people who have access to a Collective. The interface has no way to
                  add one.
                </Typography>
              </EmptyState>
            )
          ) : (
            <>
              {reason !== null && (
                <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
                  {reason}
                </Typography>
              )}
              <Box sx={{ mb: 1 }}>
                <FilterField
                  label="Filter by name, address or id"
                  value={text}
                  onChange={setText}
                />
              </Box>
              {matching.length === 0 ? (
                <Typography>No member matches “{text}”.</Typography>
              ) : (
                <DataTable
                  label="Members"
                  columns={[...COLUMNS, removeColumn(reason !== null, setLeaving)]}
                  rows={matching}
                  rowKey={(row) => row.id}
                />
              )}
            </>
          )
        }
      </KnownRead>
      {leaving !== null && (
        <RemoveMember
          collectiveId={collectiveId}
          member={leaving}
          onClose={() => setLeaving(null)}
        />
      )}
    </Section>
  );
}
