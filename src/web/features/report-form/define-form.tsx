import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { formatCount } from '../../../domain/format.ts';
import { scopeLabel, zoneLabel } from '../../../domain/reports/report-labels.ts';
import { noticeStyles } from '../../components/field-styles.ts';
import { Section } from '../../components/section.tsx';
import { AdvancedPart } from './advanced-part.tsx';
import { dropDraft, type Start } from './define-draft.ts';
import type { DefineSearch } from './define-search.ts';
import { PeriodFields } from './period-fields.tsx';
import { RunPart } from './run-part.tsx';
import { SavePart } from './save-part.tsx';
import { ScopeFields } from './scope-fields.tsx';
import { TariffField } from './tariff-field.tsx';
import { useDefine, type Define } from './use-define.ts';

interface DefineFormProps {
  start: Start;
  search: DefineSearch;
  onSearch: (search: DefineSearch) => void;
  /** Restarts with the form in an address. */
  onRestart: (search: DefineSearch) => void;
  onBegun: (runId: string) => void;
  onGone: () => void;
}

/** The form of a report, with its summary and actions at the side. */
export function DefineForm(props: DefineFormProps) {
  const { start, search, onSearch, onRestart, onBegun, onGone } = props;
  const define = useDefine(start, search, onSearch);
  const { form, put, read, link } = define;
  const { problems } = read;
  // The address of a saved definition names it, whatever its content.
  const leftOut = define.same ? 0 : link.leftOut;
  return (
    <>
      <Notices
        start={start}
        define={define}
        onEmpty={() => {
          dropDraft();
          onRestart({});
        }}
      />
      <Box
        sx={{
          display: 'grid',
          columnGap: 5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' },
          alignItems: 'start',
        }}
      >
        <Box sx={{ minWidth: 0, maxWidth: 860 }}>
          <Section title="Entities">
            <ScopeFields form={form} onForm={put} leftOut={leftOut} />
          </Section>
          <Section title="Period">
            <PeriodFields form={form} onForm={put} read={read} />
          </Section>
          <Section title="Cost">
            <TariffField form={form} onForm={put} />
          </Section>
          <AdvancedPart form={form} onForm={put} problems={problems} />
        </Box>
        <Box sx={{ minWidth: 0, position: { md: 'sticky' }, top: 8 }}>
          <Section title="Run">
            <Summary define={define} />
            <RunPart define={define} onBegun={onBegun} />
          </Section>
          <Section title="Keep and share">
            <Box sx={{ mb: 1.25, fontSize: '0.8125rem', color: 'text.secondary' }}>
              {leftOut === 0
                ? 'To share this report, send the address of this page.'
                : 'The address of this page cannot hold all ids: save the definition to share it.'}
            </Box>
            <SavePart
              define={define}
              onDeleted={() => {
                dropDraft();
                onGone();
              }}
            />
          </Section>
        </Box>
      </Box>
    </>
  );
}

function Summary({ define }: { define: Define }) {
  const { read, form } = define;
  if (read.scope === null) return null;
  return (
    <Box sx={{ fontSize: '0.8125rem', mb: 1 }}>
      Sessions of {scopeLabel(read.scope)}; {zoneLabel(form)}.
    </Box>
  );
}

interface NoticesProps {
  start: Start;
  define: Define;
  onEmpty: () => void;
}

/** Notices about the origin of the form. */
function Notices({ start, define, onEmpty }: NoticesProps) {
  const { leftOut } = define;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {start.from === 'broken' && (
        <Notice>
          The link is not a valid definition, so the form has the whole fleet and the last month.
        </Notice>
      )}
      {define.gone && (
        <Notice>
          The saved definition was deleted. Your input is kept and can be saved as a new one.
        </Notice>
      )}
      {leftOut > 0 && (
        <Notice>
          <span>
            The link leaves out {formatCount(leftOut, 'id that does', 'ids that do')} not fit into
            an address. Ask the sender to save the definition and send its link, or add the ids
            yourself.
          </span>
          <Button variant="outlined" color="inherit" onClick={define.goOnWithout}>
            Continue without the missing ids
          </Button>
        </Notice>
      )}
      {start.from === 'draft' && !define.same && (
        <Box sx={{ fontSize: '0.8125rem' }}>
          Your input from earlier in this tab is still here.{' '}
          <Button color="inherit" onClick={onEmpty}>
            Start over
          </Button>
        </Box>
      )}
    </Box>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <Box component="output" sx={{ ...noticeStyles, fontSize: '0.8125rem' }}>
      {children}
    </Box>
  );
}
