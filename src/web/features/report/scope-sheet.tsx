import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { NO_VALUE } from '../../../contract/console/choices.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import { ENTITY_LIST_ROUTES } from '../../../contract/console/entity-list-routes.ts';
import { typeLabel } from '../../../domain/format.ts';
import { readIds } from '../../../domain/pasted-ids.ts';
import { listText } from '../../../domain/reports/definition.ts';
import { query } from '../../api/query.ts';
import { CheckList } from '../../components/check-list.tsx';
import { Read } from '../../components/read.tsx';
import { SideSheet } from '../../components/side-sheet.tsx';
import { PastedIds } from '../entity-choice/pasted-ids.tsx';
import { ADDRESS_IDS, type Report } from './use-report.ts';

const IDS_MAX = 10_000;

interface ScopeSheetProps {
  report: Report;
  onClose: () => void;
}

interface Option {
  value: string;
  label: string;
  count?: number;
}

/** The options and chosen values that are not among them, such as those of a link. */
function withChosen(options: readonly Option[], chosen: readonly string[]): Option[] {
  const known = new Set(options.map(({ value }) => value));
  const strangers = chosen.filter((value) => !known.has(value));
  return [
    ...strangers.map((value) => ({ value, label: `${value} (not in the directory)` })),
    ...options,
  ];
}

/** Chooses the Entities of the report: each that one of these includes, once. */
export function ScopeSheet({ report, onClose }: ScopeSheetProps) {
  const { scope } = report.definition;
  const [chosen, setChosen] = useState(scope);
  const [ids, setIds] = useState(scope.entities.join('\n'));
  const { collectives, types, tags } = chosen;
  const entities = readIds(ids).ids;
  const isWhole = [collectives, types, tags, entities].every((each) => each.length === 0);
  const listOf = (name: 'collectives' | 'types' | 'tags', options: readonly Option[]) => ({
    options: withChosen(options, chosen[name]),
    chosen: chosen[name],
    onChange: (next: string[]) => setChosen({ ...chosen, [name]: next }),
  });
  const read = useQueries({
    queries: [query(DIRECTORY_ROUTES.collectives), query(ENTITY_LIST_ROUTES.entityFacets)],
    combine: ([list, facets]) => ({
      data:
        list.data === undefined || facets.data === undefined
          ? undefined
          : { collectives: list.data.collectives, facets: facets.data },
      error: list.error ?? facets.error,
      isFetching: list.isFetching || facets.isFetching,
      refetch: () => void Promise.all([list.refetch(), facets.refetch()]),
    }),
  });
  const apply = () => {
    onClose();
    report.change({
      collectives: listText(collectives),
      entities: listText(entities),
      types: listText(types),
      tags: listText(tags),
    });
  };
  return (
    <SideSheet
      title="Entities of the report"
      onClose={onClose}
      footer={
        <>
          <Box sx={{ flex: 1 }}>{isWhole ? 'The whole fleet' : 'Each Entity counts once'}</Box>
          <Button variant="contained" onClick={apply}>
            Show the report
          </Button>
        </>
      }
    >
      <Typography variant="body2" color="textSecondary">
        Without any choice it is the whole fleet.
      </Typography>
      <Read query={read} what="the directory" rows={3}>
        {(data) => (
          <>
            <CheckList
              legend="Collectives"
              find="Find a Collective"
              none="The directory has no Collectives."
              {...listOf(
                'collectives',
                data.collectives.map(({ id, name, entityCount: count }) => ({
                  value: id,
                  label: name,
                  count,
                })),
              )}
            />
            <CheckList
              legend="Types"
              find="Find a type"
              none="No types are known."
              {...listOf('types', typeOptions(data.facets.type.values))}
            />
            <CheckList
              legend="Tags, also of Collectives"
              find="Find a tag"
              none="The directory has no tags."
              {...listOf('tags', tagOptions(data.facets.tag, data.collectives))}
            />
          </>
        )}
      </Read>
      <PastedIds leavesOut text={ids} onText={setIds} max={IDS_MAX}>
        {collectives.length + entities.length > ADDRESS_IDS &&
          ' Too many for an address: the report is saved under a name.'}
      </PastedIds>
    </SideSheet>
  );
}

const typeOptions = (values: readonly Option[]): Option[] =>
  values
    .filter(({ value }) => value !== NO_VALUE)
    .map((each) => ({ ...each, label: typeLabel(each.value) }));

/** Tags of Entities, and those that only Collectives have. */
const tagOptions = (
  tags: readonly string[],
  collectives: readonly { tags: readonly string[] }[],
): Option[] =>
  [...new Set([...tags, ...collectives.flatMap((each) => each.tags)])]
    .filter((tag) => tag !== NO_VALUE)
    .map((tag) => ({ value: tag, label: tag }));
