import type { Stories } from '../gallery/story.ts';
import { CheckList } from './check-list.tsx';
import { ChoiceChips } from './choice-chips.tsx';
import { FilterField } from './filter-field.tsx';
import { Pager } from './pager.tsx';
import { SelectField } from './select-field.tsx';
import { TextInput } from './text-input.tsx';
import { ZoneField } from './zone-field.tsx';

const TYPES = ['EV', 'ChargePoint', 'Battery'].map((value, at) => ({
  value,
  label: value,
  count: 60 - at * 20,
}));
const none = () => {};

export const stories: Stories = {
  title: 'Fields',
  states: {
    'chips, none chosen': () => (
      <ChoiceChips label="Type" choices={TYPES} value={null} onChange={none} />
    ),
    'chips, one chosen': () => (
      <ChoiceChips label="Type, chosen" choices={TYPES} value="EV" onChange={none} />
    ),
    'list of choices': () => (
      <CheckList
        legend="Collectives"
        find="Find a Collective"
        none="No Collective is known."
        options={Array.from({ length: 10 }, (_, at) => ({
          value: String(at),
          label: `Depot ${at}`,
          count: at,
        }))}
        chosen={['3']}
        onChange={none}
      />
    ),
    'list without choices': () => (
      <CheckList
        legend="Tags"
        find="Find a tag"
        none="No tag is known."
        options={[]}
        chosen={[]}
        onChange={none}
      />
    ),
    filters: () => (
      <>
        <FilterField label="Filter by name or id" value="Van 23" onChange={none} />
        <SelectField label="Command" any="All" options={TYPES} value={undefined} onChange={none} />
      </>
    ),
    'text, with help': () => (
      <TextInput label="Name" error={null} helper="At most 200 characters." defaultValue="Van 23" />
    ),
    'text, not accepted': () => (
      <TextInput label="Limit" error="Enter a number above 0." end="kW" defaultValue="−3" />
    ),
    'zone, not accepted': () => (
      <ZoneField
        label="Time zone"
        value="Europe/Rotterdam"
        error="There is no such time zone."
        onChange={none}
      />
    ),
    pages: () => (
      <Pager
        what="the Entities"
        page={2}
        size={25}
        sizes={[25, 50]}
        total={60}
        onPage={none}
        onSize={none}
      />
    ),
  },
};
