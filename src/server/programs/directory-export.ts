import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { directoryCsv } from '../../domain/directory-csv.ts';
import { formatCount } from '../../domain/format.ts';
import { StartError } from '../../lib/start-error.ts';
import { exportDirectory } from '../../operations/directory/export-directory.ts';
import { openStoreReader } from '../../store/open-store.ts';
import { storeAddressOf } from '../config.ts';
import { runProgram } from './run-program.ts';

const NO_FACTS = { entities: new Map(), collectives: new Map() };

/** Writes the directory of the store, or of a data folder of an earlier version too, as files that the import takes. */
async function run(args: readonly string[]): Promise<number> {
  const [dataDir, to = '.'] = args;
  if (args.length > 2) throw new StartError('Usage: npm run directory:export [-- DATA_DIR [TO]]');
  const files = {
    collective: path.join(to, 'collectives.csv'),
    entity: path.join(to, 'entities.csv'),
  };
  for (const file of Object.values(files)) {
    if (existsSync(file)) throw new StartError(`${file} exists already; nothing was written.`);
  }
  const db = openStoreReader(
    dataDir === undefined ? storeAddressOf(process.env) : path.join(dataDir, 'console.db'),
  );
  try {
    const directory = await exportDirectory(db);
    mkdirSync(to, { recursive: true });
    for (const kind of ['collective', 'entity'] as const) {
      writeFileSync(files[kind], directoryCsv(directory, kind, NO_FACTS), { mode: 0o600 });
    }
    const { collectives, entities } = directory;
    console.log(
      `${files.collective}: ${formatCount(collectives.length, 'Collective', 'Collectives')}`,
    );
    console.log(`${files.entity}: ${formatCount(entities.length, 'Entity', 'Entities')}`);
    console.log('Import them under Collectives and Entities, in this order.');
    return 0;
  } finally {
    await db.destroy();
  }
}

await runProgram(run);
