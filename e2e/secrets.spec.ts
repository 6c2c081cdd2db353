import type { Response } from '@playwright/test';
import { Gridhelm } from './support/gridhelm.ts';
import { expect, test } from './support/fixtures.ts';
import { reviewOnFleet, sendButton, waitForFinalTally } from './support/steps.ts';

const CANARIES = { id: 'canary-client-5b1c', secret: 'canary-secret-9f2e' } as const;

test('no token, secret or upstream address in any byte that the browser receives', async ({
  page,
}) => {
  const gridhelm = await Gridhelm.start({
    SERVICE_CLIENT_ID: CANARIES.id,
    SERVICE_CLIENT_SECRET: CANARIES.secret,
    LOG_LEVEL: 'trace',
  });
  try {
    const received: { url: string; text: string }[] = [];
    const reading: Promise<void>[] = [];
    const read = async (response: Response) => {
      const headers = JSON.stringify(await response.allHeaders());
      // A redirect and an answer that the page left behind have no body.
      const body = await response.text().catch(() => '');
      received.push({ url: response.url(), text: `${headers}\n${body}` });
    };
    page.on('response', (response) => {
      reading.push(read(response));
    });

    await reviewOnFleet(page, gridhelm, 'Stop charging');
    await sendButton(page, 'Stop charging').click();
    await waitForFinalTally(page);
    await page.getByRole('table').getByRole('link').first().click();
    await page.getByRole('tab', { name: 'Charge sessions' }).click();
    await expect(page.getByRole('heading', { name: 'Charge sessions' })).toBeVisible();
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
