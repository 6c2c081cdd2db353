import type { Figures } from '../../../contract/console/report-figures.ts';
import { REPORT_ROUTES } from '../../../contract/console/report-routes.ts';
import { definitionOf } from '../../../domain/reports/definition.ts';
import { query } from '../../api/query.ts';
import type { Stories } from '../../gallery/story.ts';
import { FIGURES } from '../../testing/figure-samples.ts';
import { FLAT_PRICES, figureSums, ofVan, session } from '../../testing/sealed-samples.ts';
import { problem } from '../../testing/samples.ts';
import {
  answered,
  failed,
  pages,
  pressed,
  Seeded,
  signedInAs,
} from '../../testing/story-states.tsx';
import { ExceptionsPart } from './exceptions-part.tsx';
import { FiguresPart, heatAsked } from './figures-part.tsx';
import { ReportFrame } from './report-page.tsx';
import { figureSearchOf, ReportSearch } from './report-search.ts';
import { sessionsQuery, SessionsPart } from './report-sessions.tsx';
import { statementsAsked, StatementsPart } from './statements-part.tsx';
import { figuresAsked } from './use-report.ts';

const SEARCH = ReportSearch.parse({
  period: '2026-02-01_2026-02-07',
  zone: 'Europe/Zurich',
  tariff: `${FLAT_PRICES.id}_2`,
  compare: 'before',
});
const definition = definitionOf(figureSearchOf(SEARCH));
const READ = query(
  REPORT_ROUTES.figures,
  figuresAsked(SEARCH, { definition, isReading: false }, 0),
);

const ready = (change: Partial<Figures> = {}) =>
  answered(READ, { state: 'ready', ...FIGURES, ...change });
const tariffs = answered(query(REPORT_ROUTES.tariffs), { tariffs: [FLAT_PRICES] });
const heat = answered(query(REPORT_ROUTES.figures, heatAsked(SEARCH, 'kWh')), {
  state: 'ready',
  ...FIGURES,
  groups: [{ ...ofVan, keys: [{ key: '1-07', label: null }] }],
});

type Seeds = Parameters<typeof Seeded>[0]['seeds'];

function page(Part: typeof FiguresPart, search: ReportSearch, ...seeds: Seeds) {
  const props = { search, onSearch: () => {} };
  return (
    <Seeded seeds={[signedInAs('operator'), tariffs, heat, ...seeds]}>
      <ReportFrame {...props}>
        <Part {...props} />
      </ReportFrame>
    </Seeded>
  );
}
const figures = (...seeds: Seeds) => page(FiguresPart, SEARCH, ...seeds);
const opened = { ...SEARCH, session: `${session.entityId}.${session.id}` };

export const stories: Stories = {
  title: 'Page of a report',
  layout: 'alone',
  states: {
    loading: () => figures(),
    'added up': () => figures(answered(READ, { state: 'computing', done: 400_000, of: 1e6 })),
    failed: () => figures(failed(READ, problem('store_unavailable', 503))),
    usual: () => figures(ready()),
    'stale, for a viewer': () =>
      figures(signedInAs('viewer'), ready(), failed(READ, problem('store_unavailable', 503))),
    empty: () =>
      figures(ready({ totals: [], groups: [], count: 0, compared: null, exceptions: [] })),
    'three units, partial': () =>
      figures(
        ready({
          totals: [
            ...FIGURES.totals,
            figureSums('1.5', { unit: 'MWh', unpriced: '1.5' }),
            figureSums('7', { unit: null }),
          ],
          kwh: '2814.667',
          basis: { ...FIGURES.basis, unread: 12, failed: 2 },
        }),
      ),
    sealing: () => pressed(figures(ready()), 'Seal'),
    'rules and prices': () => pressed(figures(ready()), 'Rules and prices · Depot, flat'),
    exceptions: () => page(ExceptionsPart, SEARCH, ready()),
    'sessions, one of them in full': () =>
      page(
        SessionsPart,
        opened,
        ready(),
        answered(
          sessionsQuery(opened),
          pages(
            {},
            {
              state: 'ready',
              sessions: [{ ...session, exceptions: ['huge-energy'] }],
              count: 1,
              cursor: null,
            },
          ),
        ),
      ),
    statements: () =>
      page(
        StatementsPart,
        SEARCH,
        ready(),
        answered(query(REPORT_ROUTES.figureStatements, statementsAsked(SEARCH)), {
          state: 'ready',
          count: 1,
          statements: [
            {
              key: ofVan.keys[0]?.key ?? '',
              label: 'Van 01',
              sessions: 6,
              durationMs: 7_200_000,
              energy: [{ unit: 'kWh', energy: '1234.567' }],
              lines: [
                {
                  name: '0.27 CHF/kWh',
                  tariff: 'Depot, flat',
                  sessions: 6,
                  unit: 'kWh',
                  energy: '1234.567',
                  cost: '333.33309',
                  amount: '333.33',
                },
                {
                  name: 'Fee per session',
                  tariff: 'Depot, flat',
                  sessions: 6,
                  unit: null,
                  energy: null,
                  cost: '3',
                  amount: '3',
                },
              ],
              total: '336.33',
              cost: '336.33309',
              doubtful: 0,
            },
          ],
        }),
      ),
  },
};
