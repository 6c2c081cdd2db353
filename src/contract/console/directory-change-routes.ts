import { lineText } from '../texts.ts';
import { z } from '../zod.ts';
import { GET, PATCH, POST, byId } from './route-parts.ts';
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
  importDirectory: {
    ...POST,
    path: '/api/console/directory/import',
    touches: ['directory'],
    /** The name of the file, for the audit log. */
    query: z.strictObject({ file: lineText(200).optional() }),
    body: DirectoryImport,
    answer: DirectoryImportResult,
  },
  addCollective: {
    ...POST,
    path: '/api/console/collectives',
    touches: ['directory'],
    body: NewCollective,
    answer: DirectoryCollectiveDetail,
  },
  editCollective: {
    ...PATCH,
    path: '/api/console/collectives/{id}',
    touches: ['directory'],
    params: byId,
    body: CollectiveEdit,
    answer: DirectoryCollectiveDetail,
  },
  addEntity: {
    ...POST,
    path: '/api/console/entities',
    touches: ['directory'],
    body: NewEntity,
    answer: DirectoryEntityDetail,
  },
  editEntity: {
    ...PATCH,
    path: '/api/console/entities/{id}',
    touches: ['directory'],
    params: byId,
    body: EntityEdit,
    answer: DirectoryEntityDetail,
  },
  /** Previews an import; a POST since the document is long. */
  previewImport: {
    ...POST,
    path: '/api/console/directory/preview',
    body: DirectoryDraft,
    answer: ImportPreview,
  },
  exportDirectory: { ...GET, path: '/api/console/directory/export', answer: DirectoryExport },
} as const;
