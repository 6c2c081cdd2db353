import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CONSOLE_ROUTES } from '../src/contract/console/routes.ts';
import {
  DirectoryCollectiveDetail,
  DirectoryCollectives,
} from '../src/contract/console/directory.ts';
import { fillPath } from '../src/contract/paths.ts';
import { TOKEN_ENDPOINT } from '../src/contract/endpoints.ts';
import { csvOfRecords } from '../src/lib/write-csv.ts';
import { Gridhelm } from './support/gridhelm.ts';
import { OperatorClient } from './support/operator-client.ts';
import { expect, test } from './support/fixtures.ts';
import { reviewCommand, sendButton, waitForFinalTally } from './support/steps.ts';
import { expectAccessible } from './support/sound.ts';

const CREDENTIALS = { SERVICE_CLIENT_ID: 'console', SERVICE_CLIENT_SECRET: 'correct-horse' };
const PASSWORD = 'a sturdy battery of staples';

/** The Fleet as in an administrator's table of Collectives. */
async function collectivesFile(source: Gridhelm): Promise<string> {
  const client = await new OperatorClient(source.origin).signIn('viewer');
  const { collectives } = await client.read(DirectoryCollectives, CONSOLE_ROUTES.collectives.path);
  const id = collectives.find(({ type }) => type === 'Fleet')?.id ?? '';
  const { collective, entities } = await client.read(
    DirectoryCollectiveDetail,
    fillPath(CONSOLE_ROUTES.collective.path, { id }),
  );
  const { name, type } = collective;
  const members = entities.map((entity) => entity.id).join(' ');
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'directory-')), 'collectives.csv');
  writeFileSync(file, csvOfRecords([{ id, name, type: type ?? '', entities: members }]));
  return file;
}

test('four settings point the console at a service elsewhere: first administrator, directory, dispatch', async ({
  page,
}) => {
  const elsewhere = await Gridhelm.start(CREDENTIALS);
  const gridhelm = await Gridhelm.start({
    ...CREDENTIALS,
    SERVICE_BASE_URL: elsewhere.serviceUrl,
    SERVICE_AUTH_URL: `${elsewhere.serviceUrl}${TOKEN_ENDPOINT.path}`,
  });
  try {
    const code = /one-time code (\S+)/.exec(gridhelm.output)?.[1] ?? '';
    expect(code).not.toBe('');

    // With a real service there is no demo sign-in, not even by a direct request.
    const byHand = new OperatorClient(gridhelm.origin);
    await expect(byHand.signIn('administrator')).rejects.toThrow('404');

    await page.goto(gridhelm.origin);
    await expect(page.getByRole('button', { name: /Continue as/ })).toHaveCount(0);
    await page.getByLabel('One-time code').fill(code);
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByLabel('New password').fill('password1');
    const make = page.getByRole('button', { name: 'Create administrator and sign in' });
    await make.click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expect(page.getByLabel('Your name')).toHaveValue('Ada Lovelace');
    await page.getByLabel('New password').fill(PASSWORD);
    await make.click();
    await expect(page).toHaveURL(`${gridhelm.origin}/`);

    // The interface lists no Collectives: the page is the checklist, whose first step takes the file.
    await expectAccessible(page);
    const steps = page.getByRole('region', { name: 'First steps' });
    const [sample] = await Promise.all([
      page.waitForEvent('download'),
      steps.getByRole('button', { name: 'Sample file of Collectives' }).click(),
    ]);
    expect(sample.suggestedFilename()).toBe('sample-collectives.csv');
    await page.getByLabel('File of the directory').setInputFiles(await collectivesFile(elsewhere));
    await page.getByRole('button', { name: /^Check [\d,]+ rows?$/ }).click();
    await page.getByRole('button', { name: /^Import [\d,]+ changes$/ }).click();
    await expect(page.getByText(/^Imported\. /)).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('The directory has Entities')).toBeVisible();
    await page.goto(`${gridhelm.origin}/collectives`);
    await page.getByRole('link', { name: 'Rotterdam Delivery Vans', exact: true }).click();
    await reviewCommand(page, 'Stop charging');
    await sendButton(page, 'Stop charging').click();
    await waitForFinalTally(page, elsewhere);
  } finally {
    await gridhelm.dispose();
    await elsewhere.dispose();
  }
});
