import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { readAnsweredFile, type AnsweredFile } from '../../api/answered-file.ts';
import { mutationOf } from '../../api/query.ts';
import { saveContent } from '../../components/download.ts';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Live } from '../../components/live.tsx';
import { PopPanel } from '../../components/pop-panel.tsx';
import { CsvForm, useCsvOptions } from './csv-form.tsx';
import { figureSearchOf, sessionFilterOf, type ReportSearch } from './report-search.ts';

/** A file that can be saved. */
interface FileChoice {
  label: string;
  load: () => Promise<AnsweredFile> | AnsweredFile;
}

/** Files to save, and how CSV files are written. */
export function FileMenu({ files }: { files: readonly FileChoice[] }) {
  const load = useMutation(
    mutationOf(async (choice: FileChoice) => {
      const { name, content } = await choice.load();
      saveContent(name, content);
      return name;
    }),
  );
  return (
    <PopPanel label="Export">
      <Box sx={{ display: 'grid', gap: 1, '& .MuiButton-root': { justifyContent: 'flex-start' } }}>
        {files.map((choice) => (
          <Button
            key={choice.label}
            color="inherit"
            // Not disabled: it would lose the focus, and Escape would close nothing.
            aria-disabled={load.isPending}
            onClick={() => {
              if (!load.isPending) load.mutate(choice);
            }}
          >
            {choice.label}
          </Button>
        ))}
        <Live sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
          {load.isPending && 'Reading the file'}
          {load.isSuccess && `Saved as ${load.data}`}
        </Live>
        {load.error !== null && <ErrorPanel what="The file was not saved" error={load.error} />}
        <CsvForm />
      </Box>
    </PopPanel>
  );
}

interface ExportMenuProps {
  search: ReportSearch;
  /** Whether sessions are shown, which are saved as they are filtered. */
  isFiltered: boolean;
}

/** Files of the report: its groups, sessions and statements. */
export function ExportMenu({ search, isFiltered }: ExportMenuProps) {
  const csv = useCsvOptions();
  const files = (['groups', 'sessions', 'statements'] as const).flatMap((rows) =>
    (['csv', 'xlsx'] as const).map((format) => ({
      label: `${format.toUpperCase()} of ${rows}`,
      load: () =>
        readAnsweredFile(REPORT_ROUTES.figureFile, {
          params: { format },
          query: {
            ...figureSearchOf(search),
            ...(rows === 'sessions' && isFiltered ? sessionFilterOf(search) : {}),
            ...(format === 'csv' ? csv : {}),
            rows,
            of: rows === 'statements' ? search.of : undefined,
          },
        }),
    })),
  );
  return <FileMenu files={files} />;
}
