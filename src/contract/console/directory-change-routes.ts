import { lineText } from '../texts.ts';
import { z } from '../zod.ts';
import { get, patch, post } from '../route.ts';
import {
  CollectiveEdit,
  EntityEdit,
  ImportPreview,
  NewCollective,
  NewEntity,
} from './directory-changes.ts';
import { DirectoryCollectiveDetail, DirectoryEntityDetail } from './directory.ts';
import {
  DirectoryDraft,
  DirectoryExport,
  DirectoryImport,
  DirectoryImportResult,
} from './directory-import.ts';

/** Routes that change the directory, and their previews. */
export const DIRECTORY_CHANGE_ROUTES = {
  importDirectory: post('/api/console/directory/import', {
    touches: ['directory'],
    /** The name of the file, for the audit log. */
    query: z.strictObject({ file: lineText(200).optional() }),
    body: DirectoryImport,
    answer: DirectoryImportResult,
  }),
  addCollective: post('/api/console/collectives', {
    touches: ['directory'],
    body: NewCollective,
    answer: DirectoryCollectiveDetail,
  }),
  editCollective: patch('/api/console/collectives/{id}', {
    touches: ['directory'],
    body: CollectiveEdit,
    answer: DirectoryCollectiveDetail,
  }),
  addEntity: post('/api/console/entities', {
    touches: ['directory'],
    body: NewEntity,
    answer: DirectoryEntityDetail,
  }),
  editEntity: patch('/api/console/entities/{id}', {
    touches: ['directory'],
    body: EntityEdit,
    answer: DirectoryEntityDetail,
  }),
  /** Previews an import; a POST since the document is long. */
  previewImport: post('/api/console/directory/preview', {
    body: DirectoryDraft,
    answer: ImportPreview,
  }),
  exportDirectory: get('/api/console/directory/export', { answer: DirectoryExport }),
};
