import { useInfiniteQuery } from '@tanstack/react-query';
import { GROUPINGS } from '../../../contract/console/choices.ts';
import { GROUPING_LABELS } from '../../../domain/reports/report-labels.ts';
import { reportGroupsQuery } from '../../api/report-queries.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import { Section } from '../../components/section.tsx';
import { Answer, CHARTS_HEIGHT } from './answer.tsx';
import { PatternCharts } from './charts/result-charts.tsx';
import { groupingOf, groupsAsked } from './group-rows.ts';
import { NoSessions } from './no-sessions.tsx';
import { PartialNote } from './partial-note.tsx';
import type { RunPartProps } from './run-part.ts';

/** The result of a run: totals, rows of a grouping, charts. */
export function ResultTab(props: RunPartProps) {
  const { run, search, onSearch } = props;
  const groups = useInfiniteQuery(reportGroupsQuery(run, groupsAsked(run, search)));
  const pages = groups.data?.pages;
  if (pages === undefined) {
    return <ReadBlock read={groups} what="the result" height={CHARTS_HEIGHT} />;
  }
  const totals = pages[0]?.totals ?? [];
  // Figures of a running report grow: the text about them must be from the same read.
  const standing = { ...run, ...pages[0]?.stand };
  return (
    <>
      <PartialNote run={standing} />
      {totals.length === 0 ? (
        <NoSessions run={standing} onExceptions={() => onSearch({ tab: 'exceptions' })} />
      ) : (
        <>
          <Answer
            {...props}
            standing={standing}
            groups={groups}
            pages={pages}
            choice={
              <ChoiceChips
                label="Group by"
                required
                choices={GROUPINGS.map((value) => ({ value, label: GROUPING_LABELS[value] }))}
                value={groupingOf(run, search)}
                onChange={(value) =>
                  onSearch({
                    by: GROUPINGS.find((known) => known === value),
                    order: undefined,
                    direction: undefined,
                  })
                }
              />
            }
          />
          <Section title="Patterns">
            <PatternCharts {...props} totals={totals} />
          </Section>
        </>
      )}
    </>
  );
}
