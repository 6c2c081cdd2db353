import type { Page, Response } from '@playwright/test';
import { CONSOLE_HEADER } from '../src/contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../src/contract/console/routes.ts';
import { expect, signInByClick, test } from './support/fixtures.ts';
import { Gridhelm } from './support/gridhelm.ts';
import { openCollective, reviewCommand, sendButton, waitForFinalTally } from './support/steps.ts';

const CANARIES = { id: 'canary-client-5b1c', secret: 'canary-secret-9f2e' } as const;

const { path: LIVE } = CONSOLE_ROUTES.live;

/** The output of the change stream, from the first change up to a number of events. */
async function readStream(page: Page, count: number): Promise<string> {
  return await page.evaluate(
    async ({ path, headers, events }) => {
      const { body } = await fetch(path, { headers });
      if (body === null) return '';
      let text = '';
      for await (const piece of body.pipeThrough(new TextDecoderStream())) {
        text += piece;
        if (text.split('event: changes').length > events) break;
      }
      return text;
    },
    {
      path: LIVE,
      headers: { [CONSOLE_HEADER.name]: CONSOLE_HEADER.value },
      events: count,
    },
  );
}

test('an operator signs in, stops charging on a whole Fleet and sees the result for each device; no byte that the browser receives has a token, a secret or an upstream address', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const gridhelm = await Gridhelm.start({
    SERVICE_CLIENT_ID: CANARIES.id,
    SERVICE_CLIENT_SECRET: CANARIES.secret,
    LOG_LEVEL: 'trace',
  });
  try {
    const received: { url: string; text: string }[] = [];
    const reading: Promise<void>[] = [];
    const read = async (response: Response) => {
      // The last answers may come when the page is closed.
      const headers = JSON.stringify(await response.allHeaders().catch(() => null));
      // Redirects and abandoned answers have no body; the stream has no end.
      const isStream = new URL(response.url()).pathname === LIVE;
      const body = isStream ? '' : await response.text().catch(() => '');
      received.push({ url: response.url(), text: `${headers}\n${body}` });
    };
    page.on('response', (response) => {
      reading.push(read(response));
    });

    await signInByClick(page, gridhelm);
    await expect(page.getByRole('heading', { level: 1, name: 'Collectives' })).toBeVisible();
    await openCollective(page, 'Fleet');
    await reviewCommand(page, 'Stop charging');
    await expect(
      page.getByRole('region', { name: 'Dry run' }).getByRole('heading', { name: /can act/ }),
    ).toBeVisible();
    await sendButton(page, 'Stop charging').click();

    await expect(page).toHaveURL(/\/batches\/[0-9a-f-]{36}/);
    await expect(page.getByRole('heading', { level: 1, name: /^Stop charging/ })).toBeVisible();
    await expect(page.getByText(/as of \d\d:\d\d:\d\d/i).first()).toBeVisible();
    const streamed = readStream(page, 3);
    await waitForFinalTally(page, gridhelm);
    received.push({ url: LIVE, text: await streamed });
    expect(await streamed).toContain('"batches":[{');

    // Successes and failures are distinguished, and each failure has the device's own reason.
    await expect(page.getByRole('button', { name: /^Verified \d+ \d+ %/ })).toBeVisible();
    const failed = page.getByRole('button', { name: /^Failed \d+ \d+ %/ });
    await failed.click();
    await expect(page).toHaveURL(/verdict=failed/);
    const count = Number(/Failed\s*(\d+)/.exec((await failed.textContent()) ?? '')?.[1]);
    expect(count).toBeGreaterThan(0);
    // The causes are those of the tiles, and each row has its reason.
    const causes = page.getByRole('list', { name: 'Causes' }).getByRole('button');
    const counts = await causes.evaluateAll((all) =>
      all.map((each) => Number(/\d+$/.exec(each.textContent ?? '')?.[0] ?? 0)),
    );
    expect(counts.reduce((sum, each) => sum + each, 0)).toBeGreaterThanOrEqual(count);
    const rows = page
      .getByRole('table', { name: 'Entities of the batch' })
      .locator('tbody')
      .getByRole('row');
    await expect(rows).toHaveCount(count);
    for (const row of await rows.all()) {
      await expect(row.getByRole('cell').nth(3)).toHaveText(/\w+.*\w+/);
    }

    // A colleague opens the same link and sees the same rows.
    const link = page.url();
    await page.goto(link);
    await expect(rows).toHaveCount(count);

    // Continues to a device and its charge sessions.
    await rows.first().getByRole('link').first().click();
    await expect(page).toHaveURL(/\/entities\//);
    const overview = page.getByRole('tabpanel', { name: 'Overview' });
    await expect(overview.getByText('Accepted')).toHaveCount(0);
    const last = overview
      .getByRole('list', { name: 'Last Commands' })
      .getByRole('listitem')
      .first();
    await expect(last.getByText('Failed', { exact: true })).toBeVisible();
    await last.getByRole('link', { name: 'Stop charging' }).click();
    await expect(page.getByRole('group', { name: 'Show only' })).toBeVisible();
    await page.goBack();
    await page.getByRole('tab', { name: 'Charge sessions' }).click();
    await expect(page.getByRole('heading', { name: 'Charge sessions' })).toBeVisible();

    // Neither do failures of the Service tell.
    await gridhelm.setFaults([{ endpoint: '*', kind: 'reset-before' }]);
    await page.reload();
    await expect(page.getByText('The charge sessions could not be read')).toBeVisible();
    await gridhelm.setFaults([{ endpoint: '*', kind: 'malformed-json' }]);
    await page.reload();
    await expect(page.getByText('The charge sessions could not be read')).toBeVisible();
    await Promise.all(reading);

    expect(received.length).toBeGreaterThan(10);
    const servicePort = new URL(gridhelm.serviceUrl).host;
    const marks = [
      CANARIES.id,
      CANARIES.secret,
      servicePort,
      'oauth2/token',
      'eyJhbGciOi',
      'Bearer ',
    ];
    const leaks = received.flatMap(({ url, text }) =>
      marks.filter((mark) => text.includes(mark)).map((mark) => `${mark} in ${url}`),
    );
    expect(leaks).toEqual([]);
    const logged = [CANARIES.secret, 'eyJhbGciOi'].filter((mark) => gridhelm.output.includes(mark));
    expect(gridhelm.output.length).toBeGreaterThan(1000);
    expect(logged).toEqual([]);

    const stored = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    expect(marks.filter((mark) => stored.includes(mark))).toEqual([]);
    const cookies = await page.context().cookies();
    expect(cookies.map(({ httpOnly, sameSite }) => ({ httpOnly, sameSite }))).toEqual([
      { httpOnly: true, sameSite: 'Strict' },
    ]);
  } finally {
    await gridhelm.dispose();
  }
});
