import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';
import type { CommandType } from '../../../contract/command.ts';
import { BATCH_ROUTES } from '../../../contract/console/batch-routes.ts';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import type {
  DirectoryCollectiveDetail,
  DirectoryCollectives,
} from '../../../contract/console/directory.ts';
import { formatCount } from '../../../domain/format.ts';
import { sendDispatchMutation } from '../../api/dispatch.ts';
import { query } from '../../api/query.ts';
import { usePermission } from '../../api/session.ts';
import { Read } from '../../components/read.tsx';
import { browserZone } from '../../theme/preferences.ts';
import { EMPTY_FIELDS } from './dispatch-form.ts';
import { type DispatchSearch, useOpenDispatch } from './dispatch-search.ts';
import { DispatchSheet } from './dispatch-sheet.tsx';
import { DispatchSteps } from './dispatch-steps.tsx';
import { draftKey } from './draft.ts';
import { fieldsOfBatch } from './starting-points.ts';

interface DispatchDialogProps {
  /** Null: it is asked for first. */
  collectiveId: string | null;
  /** The Command that is chosen at first, or null. */
  command: CommandType | null;
  /** The batch that is sent again on purpose and linked, or null. */
  previousId: string | null;
  onCollective: (collectiveId: string) => void;
  onClose: () => void;
  /** Called with the id of the batch that was sent. */
  onSent: (dispatchId: string) => void;
}

/** Sends Commands to all Entities of a Collective, now or later: Command and time, review, send. */
export function DispatchDialog(props: DispatchDialogProps) {
  const { collectiveId, previousId, onCollective, onClose } = props;
  const collective = useQuery(
    query(
      DIRECTORY_ROUTES.collective,
      collectiveId === null ? null : { params: { id: collectiveId } },
    ),
  );
  const previous = useQuery(
    query(BATCH_ROUTES.batch, previousId === null ? null : { params: { id: previousId } }),
  );
  const { allowed, reason } = usePermission('dispatch');
  const { data } = collective;
  return (
    <DispatchSheet
      above={
        data &&
        `${data.collective.name} · ${formatCount(data.entities.length, 'Entity', 'Entities')}`
      }
      onClose={onClose}
    >
      {!allowed && <Typography variant="body2">{reason}</Typography>}
      {allowed && collectiveId === null && <ChooseCollective onChoose={onCollective} />}
      {allowed && collectiveId !== null && (
        <Read query={collective} what="the Collective" height={240}>
          {(detail) =>
            previousId === null ? (
              <Form {...props} detail={detail} batch={null} />
            ) : (
              <Read query={previous} what="the batch to repeat" height={240}>
                {({ batch }) => <Form {...props} detail={detail} batch={batch} />}
              </Read>
            )
          }
        </Read>
      )}
    </DispatchSheet>
  );
}

interface FormProps extends DispatchDialogProps {
  detail: DirectoryCollectiveDetail;
  /** The batch to send again, or null. */
  batch: BatchSummary | null;
}

/** The steps, once the Collective and the batch to repeat have been read. */
function Form({ detail, batch, command, previousId, onSent }: FormProps) {
  const sending = useMutation(sendDispatchMutation(useQueryClient()));
  const { id } = detail.collective;
  if (detail.entities.length === 0) {
    return (
      <Typography variant="body2">
        No Entities of this Collective are known, so it is not known which a Command would reach.
      </Typography>
    );
  }
  return (
    <DispatchSteps
      collectiveId={id}
      detail={detail}
      draftKey={draftKey(id, previousId)}
      initial={batch === null ? EMPTY_FIELDS : fieldsOfBatch(batch, browserZone())}
      command={command}
      previous={batch?.collectiveId === id ? batch : null}
      send={sending.mutateAsync}
      onSent={onSent}
    />
  );
}

type Collectives = DirectoryCollectives['collectives'];

interface ChooseCollectiveProps {
  onChoose: (collectiveId: string) => void;
}

/** A fleet of thousands is searched, not scrolled. */
const filterOptions = createFilterOptions<Collectives[number]>({ limit: 50 });

/** Asks for the Collective of a dispatch. */
function ChooseCollective({ onChoose }: ChooseCollectiveProps) {
  return (
    <Read query={useQuery(query(DIRECTORY_ROUTES.collectives))} what="the Collectives" height={60}>
      {({ collectives }) => <Choice collectives={collectives} onChoose={onChoose} />}
    </Read>
  );
}

function Choice({ collectives, onChoose }: ChooseCollectiveProps & { collectives: Collectives }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <FormControl fullWidth>
      <FormLabel htmlFor={id}>Collective</FormLabel>
      <Autocomplete
        id={id}
        options={collectives}
        filterOptions={filterOptions}
        autoHighlight
        openOnFocus
        getOptionKey={(option) => option.id}
        getOptionLabel={({ name }) => name}
        renderOption={({ key, ...option }, { name, entityCount }) => (
          <li key={key} {...option}>
            {name} · {formatCount(entityCount, 'Entity', 'Entities')}
          </li>
        )}
        noOptionsText={collectives.length === 0 ? 'No Collectives are known yet.' : 'Not found'}
        onChange={(_event, chosen) => chosen !== null && onChoose(chosen.id)}
        renderInput={(params) => <TextField {...params} inputRef={input} />}
      />
    </FormControl>
  );
}

/** The dispatch sheet that the address asks for, over any page. */
export function DispatchDoor({ dispatch, send, previous }: DispatchSearch) {
  const navigate = useNavigate();
  const open = useOpenDispatch();
  const { collectiveId: ofPage } = useParams({ strict: false });
  if (dispatch === undefined) return null;
  const collectiveId = dispatch === '1' ? (ofPage ?? null) : dispatch;
  return (
    <DispatchDialog
      // Another start needs another form.
      key={`${collectiveId ?? ''} ${previous ?? ''} ${send ?? ''}`}
      collectiveId={collectiveId}
      command={send ?? null}
      previousId={previous ?? null}
      onCollective={(id) => open({ dispatch: id, send }, true)}
      onClose={() => open({}, true)}
      onSent={(dispatchId) =>
        void navigate({ to: '/batches/$dispatchId', params: { dispatchId }, replace: true })
      }
    />
  );
}
