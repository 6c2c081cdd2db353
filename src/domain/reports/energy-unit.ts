/** The kWh per unit of energy, as a fraction; null if not known. */
export function kwhPerUnit(unit: string | null): { times: bigint; by: bigint } | null {
  if (unit === 'kWh') return { times: 1n, by: 1n };
  if (unit === 'Wh') return { times: 1n, by: 1000n };
  return unit === 'MWh' ? { times: 1000n, by: 1n } : null;
}
