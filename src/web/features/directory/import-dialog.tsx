import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  DirectoryImport,
  type DirectoryDraft,
} from '../../../contract/console/directory-import.ts';
import type { DirectoryKind, ImportPreview } from '../../../contract/console/directory-changes.ts';
import { DIRECTORY_CHANGE_ROUTES } from '../../../contract/console/directory-change-routes.ts';
import { formatCount } from '../../../domain/format.ts';
import { fileMutation } from '../../api/file-reading.ts';
import { mutation } from '../../api/query.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { BlockSkeleton } from '../../components/skeletons.tsx';
import type { ImportTable } from '../../components/table-file.ts';
import { useNarrow } from '../../components/use-narrow.ts';
import {
  draftOf,
  guessMapping,
  readImportFile,
  withoutRows,
  type ImportFile,
} from './import-file.ts';
import { MappingFields } from './import-mapping.tsx';
import { PreviewReport } from './import-preview.tsx';
import { resultMessage } from './import-summary.ts';
import { LastImportSection } from './last-import.tsx';

export interface ImportDialogProps {
  /** The assumed content of a table. */
  kind: DirectoryKind;
  onClose: () => void;
}

interface Chosen {
  name: string;
  /** Null for a directory document, whose fields are already named. */
  table: ImportTable | null;
  /** How it was read, if that is doubtful. */
  remark: string | null;
  draft: DirectoryDraft;
}

/** Imports a file in two steps: a preview, then the import. */
export function ImportDialog({ kind: firstKind, onClose }: ImportDialogProps) {
  const narrow = useNarrow();
  const [kind, setKind] = useState(firstKind);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [mapping, setMapping] = useState<ReturnType<typeof guessMapping>>({});

  const preview = useMutation(mutation(DIRECTORY_CHANGE_ROUTES.previewImport));
  const apply = useMutation(mutation(DIRECTORY_CHANGE_ROUTES.importDirectory));
  const read = useMutation(fileMutation(readImportFile));

  function take({ name, read: content }: { name: string; read: ImportFile }): void {
    if ('problem' in content) setChosen(null);
    else if ('draft' in content) {
      setChosen({ name, table: null, remark: null, draft: content.draft });
      preview.mutate({ body: content.draft });
    } else {
      setChosen({ name, table: content.table, remark: content.remark, draft: {} });
      setMapping(guessMapping(kind, content.table.columns));
    }
  }

  const problem =
    read.data !== undefined && 'problem' in read.data.read ? read.data.read.problem : null;
  const draft =
    chosen === null || chosen.table === null ? chosen?.draft : draftOf(kind, chosen.table, mapping);

  const table = chosen?.table ?? null;

  function startAgain(): void {
    setChosen(null);
    read.reset();
    preview.reset();
    apply.reset();
  }

  return (
    <Dialog
      open
      onClose={apply.isPending ? undefined : onClose}
      fullScreen={narrow}
      fullWidth
      maxWidth="md"
      aria-labelledby="import-title"
    >
      <DialogTitle id="import-title" sx={{ fontSize: '1rem', pb: 1 }}>
        Import into the directory
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        {chosen === null && (
          <>
            <ChooseFile
              reading={read.isPending}
              onFile={(file) => {
                preview.reset();
                apply.reset();
                read.mutate(file, { onSuccess: take });
              }}
            />
            <Live>{problem}</Live>
            {read.isError && <ErrorPanel what="The file could not be read" error={read.error} />}
            <LastImportSection />
          </>
        )}
        {chosen !== null && (
          <Typography variant="body2">
            <strong>{chosen.name}</strong>
            {table !== null &&
              `: ${formatCount(table.rows.length, 'row', 'rows')} in ${formatCount(table.columns.length, 'column', 'columns')}`}
            {chosen.remark !== null && `. ${chosen.remark}`}
          </Typography>
        )}
        {table !== null && preview.data === undefined && (
          <MappingFields
            kind={kind}
            table={table}
            mapping={mapping}
            onKind={(next) => {
              setKind(next);
              setMapping(guessMapping(next, table.columns));
            }}
            onMapping={setMapping}
          />
        )}
        {preview.isPending && <BlockSkeleton height={120} what="the preview of the import" />}
        {preview.isError && (
          <ErrorPanel
            what="The import could not be checked"
            error={preview.error}
            onRetry={() => draft !== undefined && preview.mutate({ body: draft })}
          />
        )}
        {preview.data !== undefined && apply.data === undefined && (
          <PreviewReport preview={preview.data} lines={table?.lines ?? null} />
        )}
        {apply.isError && (
          <ErrorPanel what="Nothing was imported" error={apply.error}>
            <Typography variant="body2">The file is still selected.</Typography>
          </ErrorPanel>
        )}
        {apply.data !== undefined && (
          <>
            <Live>Imported. {resultMessage(apply.data)}</Live>
            <LastImportSection />
          </>
        )}
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2, gap: 1 }}>
        {chosen !== null && apply.data === undefined && (
          <Button color="inherit" onClick={startAgain} disabled={apply.isPending}>
            Another file
          </Button>
        )}
        <Button color="inherit" onClick={onClose} disabled={apply.isPending}>
          Close
        </Button>
        {table !== null && preview.data === undefined && draft !== undefined && (
          <Button
            variant="contained"
            disabled={preview.isPending || mapping['id'] === undefined}
            onClick={() => preview.mutate({ body: draft })}
          >
            Check {formatCount(table.rows.length, 'row', 'rows')}
          </Button>
        )}
        {preview.data !== undefined && apply.data === undefined && draft !== undefined && (
          <ApplyButton
            preview={preview.data}
            applying={apply.isPending}
            onApply={(seen) =>
              apply.mutate({ body: DirectoryImport.parse(withoutRows(draft, seen.faultyRows)) })
            }
          />
        )}
      </DialogActions>
    </Dialog>
  );
}

function ApplyButton(props: {
  preview: ImportPreview;
  applying: boolean;
  onApply: (seen: ImportPreview) => void;
}) {
  const { result } = props.preview;
  const rows = [result.collectives, result.entities].reduce(
    (sum, { added, updated }) => sum + added + updated,
    result.memberships.added + result.memberships.removed,
  );
  return (
    <Button
      variant="contained"
      disabled={props.applying || rows === 0}
      onClick={() => props.onApply(props.preview)}
    >
      {props.applying
        ? 'Importing'
        : rows === 0
          ? 'Nothing to import'
          : `Import ${formatCount(rows, 'change', 'changes')}`}
    </Button>
  );
}

function ChooseFile({ reading, onFile }: { reading: boolean; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
      <Typography variant="body2">
        A CSV table with a header, a JSON array of objects, or a directory file exported here. You
        see a preview before anything changes.
      </Typography>
      <Button variant="contained" disabled={reading} onClick={() => input.current?.click()}>
        {reading ? 'Reading the file' : 'Choose a file'}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".json,.csv,.tsv,.txt,application/json,text/csv"
        aria-label="File to import"
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) onFile(file);
        }}
      />
    </Box>
  );
}
