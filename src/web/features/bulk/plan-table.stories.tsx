import type { Stories } from '../../gallery/story.ts';
import { vans } from '../../testing/collective-samples.ts';
import { uuid } from '../../testing/samples.ts';
import { Faults, PlanTable } from './plan-table.tsx';

const rows = vans().entities.map((entity, at) => ({
  ...entity,
  known: at < 4,
  capacity: at === 2 ? null : 68,
}));
const none = new Set<string>();
const fault = (line: number) => ({
  where: `Row ${line}`,
  what: `“van-${line}”: Not an id: expected a UUID.`,
});

function table(leftOut: ReadonlySet<string>, unit: string | null) {
  return () => <PlanTable rows={rows} leftOut={leftOut} onLeaveOut={() => {}} unit={unit} />;
}

export const stories: Stories = {
  title: 'Entities of a planned bulk change',
  states: {
    'a feature': table(none, null),
    capacities: table(none, 'kWh'),
    'some left out by hand': table(new Set([uuid(1), uuid(40)]), null),
    'rows left out': () => <Faults faults={[fault(2), fault(7)]} />,
    'many rows left out': () => <Faults faults={[2, 3, 4, 5, 6, 7].map(fault)} />,
  },
};
