import BookmarkIcon from '@mui/icons-material/BookmarkBorder';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BATCH_ROUTES } from '../../../contract/console/batch-routes.ts';
import { TEMPLATE_ROUTES, type Template } from '../../../contract/console/template.ts';
import { mutation, query } from '../../api/query.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { PopPanel } from '../../components/pop-panel.tsx';
import { Read } from '../../components/read.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { DateTimeText } from '../../components/time-text.tsx';
import { browserZone } from '../../theme/preferences.ts';
import { type DispatchFields, itemsLabel } from './dispatch-form.ts';
import { DayField } from '../../components/period-picker/clock-inputs.tsx';
import { fieldsOfBatch, fieldsOfTemplate, templateOf } from './starting-points.ts';

interface StartFromProps {
  collectiveId: string;
  /** The current fields, to save as a template. */
  fields: () => DispatchFields;
  /** Replaces the fields of the form. */
  onUse: (fields: DispatchFields) => void;
}

/** Starting points: the last dispatch to this Collective, and templates. */
export function StartFrom({ collectiveId, fields, onUse }: StartFromProps) {
  return (
    <PopPanel label="Templates and last dispatch" text="Templates" icon={<BookmarkIcon />}>
      <Box sx={{ display: 'grid', gap: 1.25, width: { xs: 'auto', sm: 300 } }}>
        <LastDispatch collectiveId={collectiveId} onUse={onUse} />
        <Templates onUse={onUse} />
        <SaveTemplate fields={fields} />
      </Box>
    </PopPanel>
  );
}

function LastDispatch({ collectiveId, onUse }: Pick<StartFromProps, 'collectiveId' | 'onUse'>) {
  const last = useQuery(query(BATCH_ROUTES.batches, { query: { collectiveId, limit: 1 } }));
  return (
    <Read query={last} what="the last dispatch" height={32}>
      {({ batches: [batch] }) =>
        batch === undefined ? (
          <Typography variant="body2" color="textSecondary">
            Nothing has been sent to this Collective yet.
          </Typography>
        ) : (
          <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
            <Button
              variant="outlined"
              color="inherit"
              data-closes=""
              onClick={() => onUse(fieldsOfBatch(batch, browserZone()))}
            >
              Copy the last dispatch
            </Button>
            <Typography variant="body2" color="textSecondary">
              {itemsLabel(batch.items)}, by {batch.operator.name},{' '}
              <DateTimeText instant={batch.createdAt} />
            </Typography>
          </Box>
        )
      }
    </Read>
  );
}

function Templates({ onUse }: Pick<StartFromProps, 'onUse'>) {
  return (
    <Read query={useQuery(query(TEMPLATE_ROUTES.templates))} what="the templates" height={64}>
      {({ templates }) =>
        templates.length === 0 ? (
          <Typography variant="body2" color="textSecondary">
            No templates yet. Enter a dispatch and save it here.
          </Typography>
        ) : (
          <TemplateList templates={templates} onUse={onUse} />
        )
      }
    </Read>
  );
}

interface TemplateListProps extends Pick<StartFromProps, 'onUse'> {
  templates: readonly Template[];
}

function TemplateList({ templates, onUse }: TemplateListProps) {
  // Null: what is typed cannot be chosen.
  const [day, setDay] = useState<string | undefined | null>();
  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      {templates.some(({ kind }) => kind === 'schedule') && (
        <DayField
          label="Planned ones start on"
          helper={day === undefined ? 'Today, unless a day is chosen.' : undefined}
          value={day ?? undefined}
          onChange={setDay}
        />
      )}
      <Box component="ul" aria-label="Templates" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {templates.map((template) => (
          <TemplateItem
            key={template.id}
            template={template}
            disabled={day === null && template.kind === 'schedule'}
            onUse={() => onUse(fieldsOfTemplate(template, day ?? null, browserZone(), Date.now()))}
          />
        ))}
      </Box>
    </Box>
  );
}

interface TemplateItemProps {
  template: Template;
  /** Whether its first day cannot be chosen. */
  disabled: boolean;
  onUse: () => void;
}

function TemplateItem({ template, disabled, onUse }: TemplateItemProps) {
  const [asked, setAsked] = useState(false);
  const removing = useMutation(mutation(TEMPLATE_ROUTES.deleteTemplate));
  const { name } = template;
  return (
    <Box
      component="li"
      sx={{ borderTop: 1, borderColor: 'divider', py: 0.5, display: 'grid', gap: 0.5 }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Box sx={{ flex: '1 1 200px', fontSize: '0.8125rem' }}>
          <strong>{name}</strong> · {template.kind === 'now' ? 'now' : 'planned'} ·{' '}
          {itemsLabel(template.rows)} · by {template.operatorName}
        </Box>
        <Button
          color="inherit"
          variant="outlined"
          data-closes=""
          aria-label={`Use ${name}`}
          disabled={disabled}
          onClick={onUse}
        >
          Use
        </Button>
        <Button
          color="inherit"
          aria-label={`Delete ${name}`}
          aria-expanded={asked}
          onClick={() => setAsked(!asked)}
        >
          Delete
        </Button>
      </Box>
      {asked && (
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Typography variant="body2">
            It is deleted for all operators; batches sent with it stay.
          </Typography>
          <Button
            color="error"
            variant="outlined"
            disabled={removing.isPending}
            onClick={() => removing.mutate({ params: { id: template.id } })}
          >
            Delete the template {name}
          </Button>
          <Button color="inherit" onClick={() => setAsked(false)}>
            Keep it
          </Button>
        </Box>
      )}
      <ErrorPanel what="The template was not deleted" error={removing.error} />
    </Box>
  );
}

function SaveTemplate({ fields }: Pick<StartFromProps, 'fields'>) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const saving = useMutation(mutation(TEMPLATE_ROUTES.addTemplate));

  function save(): void {
    if (saving.isPending) return;
    const template = templateOf(name.trim(), fields());
    if (name.trim() === '') setProblem('Enter a name.');
    else if (template === null) {
      setProblem(
        'Complete the Command first: its value if it takes one, and a date and a time if it is planned.',
      );
    } else {
      setProblem(null);
      saving.mutate({ body: template }, { onSuccess: () => setName('') });
    }
  }

  return (
    <Box sx={{ display: 'grid', gap: 0.75, justifyItems: 'start' }}>
      <TextInput
        label="Save this dispatch as a template named"
        maxLength={100}
        value={name}
        error={problem}
        onChange={(event) => {
          setName(event.target.value);
          setProblem(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          save();
        }}
      />
      <Button color="inherit" variant="outlined" onClick={save}>
        {saving.isPending ? 'Saving' : 'Save as a template'}
      </Button>
      <ErrorPanel what="The template was not saved" error={saving.error}>
        <Typography variant="body2">Your input is kept.</Typography>
      </ErrorPanel>
      <Live>{saving.isSuccess ? `Saved: ${saving.data.name}` : null}</Live>
    </Box>
  );
}
