/** Sessions and kWh of the real sessions by month of arrival at the station, as the data set states them. */
export const REAL_MONTHS: readonly [month: string, sessions: number, kwh: string][] = [
  ['2022-04-01', 117, '4069.3828'],
  ['2022-05-01', 101, '3586.319425'],
  ['2022-06-01', 166, '5357.493775'],
  ['2022-07-01', 66, '2258.119'],
  ['2022-08-01', 35, '1365.432'],
  ['2022-10-01', 220, '7630.2801'],
  ['2022-11-01', 275, '8402.4532'],
  ['2022-12-01', 12, '365.27'],
  ['2023-02-01', 94, '2558.34355'],
  ['2023-03-01', 239, '7488.467975'],
  ['2023-04-01', 172, '5190.00605'],
  ['2023-05-01', 152, '4594.6769'],
  ['2023-06-01', 198, '6587.8278'],
  ['2023-07-01', 31, '987.863'],
];

/** The same by plug. */
export const REAL_PLUGS: readonly [plug: string, sessions: number, kwh: string][] = [
  ['CCS1', 1129, '36513.5861'],
  ['CCS2', 749, '23928.349475'],
];

export const REAL_TOTAL = '60441.935575';
