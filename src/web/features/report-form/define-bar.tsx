import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { GROUPINGS } from '../../../contract/console/choices.ts';
import { GROUPING_LABELS } from '../../../domain/reports/report-labels.ts';
import { BarSelect } from '../../components/bar-select.tsx';
import { PeriodField } from './period-field.tsx';
import { ScopeButton, ScopeSheet, UnknownIds, type Scope } from './scope-sheet.tsx';
import { TariffField, TariffNotes } from './tariff-field.tsx';
import type { Define } from './use-define.ts';

interface DefineBarProps {
  define: Define;
  scope: Scope;
  /** Number of pasted ids that do not fit into the address. */
  leftOut: number;
}

/** The main choices of a report in one line: period, Entities, grouping, tariff. */
export function DefineBar({ define, scope, leftOut }: DefineBarProps) {
  const [isChoosing, setChoosing] = useState(false);
  const { form, put, read, base, same } = define;
  return (
    <>
      <Box
        component="section"
        aria-label="Question"
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          columnGap: 1.5,
          rowGap: 1,
          alignItems: 'center',
        }}
      >
        <PeriodField form={form} onForm={put} read={read} />
        <ScopeButton define={define} scope={scope} onOpen={() => setChoosing(true)} />
        <BarSelect
          label="Group by"
          value={form.grouping}
          onChange={(value) => {
            const grouping = GROUPINGS.find((known) => known === value);
            if (grouping !== undefined) put({ grouping });
          }}
        >
          {GROUPINGS.map((value) => (
            <option key={value} value={value}>
              {GROUPING_LABELS[value]}
            </option>
          ))}
        </BarSelect>
        <TariffField form={form} onForm={put} />
      </Box>
      <Box sx={{ display: 'grid', gap: 1, mt: 1, '&:empty': { display: 'none' } }}>
        <TariffNotes form={form} onForm={put} />
        {!isChoosing && <UnknownIds define={define} scope={scope} />}
        {base !== null && !same && (
          <Typography variant="body2" color="textSecondary">
            Changed since version {base.version} of “{base.name}”: the report will not have its name
            unless it is saved first.
          </Typography>
        )}
      </Box>
      {isChoosing && (
        <ScopeSheet
          define={define}
          scope={scope}
          leftOut={leftOut}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}
