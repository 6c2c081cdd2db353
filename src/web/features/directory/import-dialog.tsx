import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { DIRECTORY_CHANGE_ROUTES } from '../../../contract/console/directory-change-routes.ts';
import type { DirectoryKind, ImportPreview } from '../../../contract/console/directory-changes.ts';
import { DirectoryImport } from '../../../contract/console/directory-import.ts';
import { foreignName } from '../../../domain/foreign-label.ts';
import { formatCount } from '../../../domain/format.ts';
import { fileMutation } from '../../api/file-reading.ts';
import { mutation } from '../../api/query.ts';
import { mayBeDone } from '../../api/unsafe-outcome.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { PlainDialog } from '../../components/plain-dialog.tsx';
import { BlockSkeleton } from '../../components/read.tsx';
import { readTableFile, type ImportTable } from '../../components/table-file.ts';
import { DropZone } from './drop-zone.tsx';
import { draftOf, guessKind, guessMapping, withoutRows, type Mapping } from './import-file.ts';
import { MappingFields } from './import-mapping.tsx';
import { PreviewReport, resultMessage } from './import-preview.tsx';

interface ImportDialogProps {
  /** What each row is at first, unless the columns say it. */
  kind: DirectoryKind;
  /** Is read at once; absent: it is chosen here. */
  file?: File;
  onClose: () => void;
}

interface Chosen {
  name: string;
  table: ImportTable;
  /** How it was read, if that is doubtful. */
  remark: string | null;
}

/** How many changes an import makes. */
function changeCount({ result: { collectives, entities, memberships } }: ImportPreview): number {
  return [collectives, entities].reduce(
    (sum, { added, updated }) => sum + added + updated,
    memberships.added + memberships.removed,
  );
}

/** A refused request changes nothing; otherwise some parts of the file may be imported. */
const stoppedLabel = (error: Error) =>
  mayBeDone(error) ? 'It is not known whether all of it was imported' : 'Nothing was imported';

/** Imports a CSV table: its columns are mapped to fields, the effect is previewed, then it is applied. */
export function ImportDialog({ kind: firstKind, file, onClose }: ImportDialogProps) {
  const [kind, setKind] = useState(firstKind);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [mapping, setMapping] = useState<Mapping>({});
  const read = useMutation(fileMutation(readTableFile));
  const preview = useMutation(mutation(DIRECTORY_CHANGE_ROUTES.previewImport));
  const apply = useMutation(mutation(DIRECTORY_CHANGE_ROUTES.importDirectory));
  const problem =
    read.data !== undefined && 'problem' in read.data.read ? read.data.read.problem : null;

  function guess(next: DirectoryKind, { columns }: ImportTable): void {
    setKind(next);
    setMapping(guessMapping(next, columns));
  }

  function take(next: File): void {
    preview.reset();
    apply.reset();
    read.mutate(next, {
      onSuccess: ({ name, read: content }) => {
        if ('problem' in content) return;
        setChosen({ name, ...content });
        guess(guessKind(content.table.columns, kind), content.table);
      },
    });
  }
  const takeFirst = useEffectEvent(take);
  useEffect(() => {
    if (file !== undefined) takeFirst(file);
  }, [file]);

  if (chosen === null) {
    return (
      <PlainDialog title={TITLE} maxWidth="md" onClose={onClose}>
        <DropZone label="File to import" reading={read.isPending} onFile={take} />
        <Live>{problem !== null && `${problem} Nothing was imported.`}</Live>
        {read.isError && <ErrorPanel what="The file could not be read" error={read.error} />}
      </PlainDialog>
    );
  }
  const { table } = chosen;
  const draft = draftOf(kind, table, mapping);
  const check = () => preview.mutate({ body: draft });
  const changes = preview.data === undefined ? 0 : changeCount(preview.data);
  const actions = (
    <>
      {apply.data === undefined && (
        <Button color="inherit" onClick={() => setChosen(null)} disabled={apply.isPending}>
          Another file
        </Button>
      )}
      <Button color="inherit" onClick={onClose} disabled={apply.isPending}>
        Close
      </Button>
      {preview.data === undefined && (
        <Button
          variant="contained"
          disabled={preview.isPending || mapping['id'] === undefined}
          onClick={check}
        >
          Check {formatCount(table.rows.length, 'row', 'rows')}
        </Button>
      )}
      {preview.data !== undefined && apply.data === undefined && (
        <Button
          variant="contained"
          disabled={apply.isPending || changes === 0}
          onClick={() =>
            apply.mutate({
              query: { file: foreignName(chosen.name, 200) ?? undefined },
              body: DirectoryImport.parse(withoutRows(draft, preview.data.faultyRows)),
            })
          }
        >
          {apply.isPending
            ? 'Importing'
            : changes === 0
              ? 'Nothing to import'
              : `Import ${formatCount(changes, 'change', 'changes')}`}
        </Button>
      )}
    </>
  );
  return (
    <PlainDialog
      title={TITLE}
      maxWidth="md"
      onClose={apply.isPending ? undefined : onClose}
      actions={actions}
    >
      <Typography variant="body2">
        <strong>{chosen.name}</strong>: {formatCount(table.rows.length, 'row', 'rows')} in{' '}
        {formatCount(table.columns.length, 'column', 'columns')}
        {chosen.remark !== null && `. ${chosen.remark}`}
      </Typography>
      {preview.data === undefined && (
        <MappingFields
          kind={kind}
          table={table}
          mapping={mapping}
          onKind={(next) => guess(next, table)}
          onMapping={setMapping}
        />
      )}
      {preview.isPending && <BlockSkeleton height={120} what="the preview of the import" />}
      {preview.isError && (
        <ErrorPanel what="The import could not be checked" error={preview.error} onRetry={check} />
      )}
      {preview.data !== undefined && apply.data === undefined && (
        <PreviewReport preview={preview.data} lines={table.lines} />
      )}
      {apply.isError && (
        <ErrorPanel what={stoppedLabel(apply.error)} error={apply.error}>
          <Typography variant="body2">
            The file is still selected. To import it again is safe: what is written stays as it is.
          </Typography>
        </ErrorPanel>
      )}
      <Live>{apply.data !== undefined && `Imported. ${resultMessage(apply.data)}`}</Live>
    </PlainDialog>
  );
}

const TITLE = 'Import into the directory';
