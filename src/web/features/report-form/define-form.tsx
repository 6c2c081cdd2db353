import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { formatCount } from '../../../domain/format.ts';
import { usePermission } from '../../api/session.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { noticeStyles } from '../../components/field-styles.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { PhoneAction } from '../../components/phone-action.tsx';
import { AdvancedPart } from './advanced-part.tsx';
import { AnswerPart, type RenderAnswer } from './answer-part.tsx';
import { DefineBar } from './define-bar.tsx';
import { keptDraft, type Start } from './define-draft.ts';
import type { DefineSearch } from './define-search.ts';
import { PeriodDays } from './period-field.tsx';
import { SaveSheet } from './save-sheet.tsx';
import { useDefine, type Define } from './use-define.ts';
import { questionOf, useDrafted } from './use-drafted.ts';
import { problemOf, useMake } from './use-make.ts';
import { useScope } from './use-scope.ts';

interface DefineFormProps {
  start: Start;
  search: DefineSearch;
  onSearch: (search: DefineSearch) => void;
  /** Restarts with the form in an address. */
  onRestart: (search: DefineSearch) => void;
  onBegun: (runId: string) => void;
  onGone: () => void;
  renderAnswer: RenderAnswer;
}

/** Above this many Entities, a draft is not made for each change of the form. */
const MANY_ENTITIES = 5000;

/** The definition in a line, and its figures below. */
export function DefineForm(props: DefineFormProps) {
  const { start, search, onSearch, onRestart, onBegun, onGone, renderAnswer } = props;
  const define = useDefine(start, search, onSearch);
  const permission = usePermission('run-reports');
  const { form, put, read, link } = define;
  const scope = useScope(read.scope);
  /** The question about very many Entities that the operator requested. */
  const [asked, setAsked] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const problem = problemOf(define);
  const isKnown = problem === null && permission.allowed && (scope.counted?.entities ?? 0) > 0;
  const wanted = isKnown ? read.definition : null;
  const question = wanted === null ? null : questionOf(wanted);
  const isHeld = (scope.counted?.entities ?? 0) > MANY_ENTITIES && question !== asked;
  const drafted = useDrafted(isHeld ? null : wanted);
  const { reason: denial } = permission;
  const making = useMake({ define, scope, draft: drafted.run?.id, denial, onBegun });
  // The address of a saved definition names it, whatever its content.
  const leftOut = define.same ? 0 : link.leftOut;
  return (
    <>
      <DefineHeader
        actions={
          <>
            <Tooltip title={denial ?? ''}>
              <Button
                variant="outlined"
                color="inherit"
                aria-haspopup="dialog"
                aria-disabled={denial !== null}
                onClick={() => setSaving(denial === null)}
              >
                Save and share
              </Button>
            </Tooltip>
            <PhoneAction>
              <Tooltip title={denial ?? ''}>
                <Button
                  variant="contained"
                  aria-disabled={denial !== null}
                  disabled={denial === null && making.make === null}
                  onClick={() => {
                    if (denial === null) making.make?.();
                  }}
                >
                  {making.isPending ? 'Making the report' : 'Make the report'}
                </Button>
              </Tooltip>
            </PhoneAction>
          </>
        }
      >
        <PeriodDays form={form} read={read} />
      </DefineHeader>
      <Notices
        start={start}
        define={define}
        onEmpty={() => {
          keptDraft.drop();
          onRestart({});
        }}
      />
      {making.error !== null && <NotMade error={making.error} />}
      <DefineBar define={define} scope={scope} leftOut={leftOut} />
      <AdvancedPart form={form} onForm={put} read={read} />
      <Box sx={{ mt: 2 }}>
        <AnswerPart
          problem={problem}
          denial={denial}
          scope={scope}
          drafted={drafted}
          onAsk={question !== null && isHeld ? () => setAsked(question) : null}
          answer={renderAnswer({
            draft: drafted.run,
            grouping: form.grouping,
            isOld: !drafted.isCurrent,
          })}
        />
      </Box>
      {isSaving && (
        <SaveSheet
          define={define}
          leftOut={leftOut}
          onClose={() => setSaving(false)}
          onDeleted={() => {
            keptDraft.drop();
            onGone();
          }}
        />
      )}
    </>
  );
}

/** The page title, shown before the form is. */
export function DefineHeader({ actions, children }: { actions?: ReactNode; children?: ReactNode }) {
  return (
    <PageHeader
      title="New report"
      above={<AppLink to="/reports">Reports</AppLink>}
      actions={actions}
    >
      {children}
    </PageHeader>
  );
}

function NotMade({ error }: { error: Error }) {
  const isUnclear = mayBeDone(error);
  return (
    <ErrorPanel
      what={isUnclear ? 'It is not known whether the report was made' : 'The report was not made'}
      error={error}
    >
      <Typography variant="body2">
        Your input is kept.
        {isUnclear && (
          <>
            {' '}
            <AppLink to="/reports">The list of reports</AppLink> shows whether it was made.
          </>
        )}
      </Typography>
    </ErrorPanel>
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
