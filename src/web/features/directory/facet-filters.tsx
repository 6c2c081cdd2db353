import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { EntityFacets, Facet } from '../../../contract/console/directory-list.ts';
import { NO_VALUE } from '../../../contract/console/directory-list.ts';
import { sourceLabel } from '../../../domain/directory-labels.ts';
import { formatNumber } from '../../../domain/format.ts';
import { FilterField } from '../../components/filter-field.tsx';
import { FilterSelect } from '../../components/filter-select.tsx';
import { useNarrow } from '../../components/use-narrow.ts';
import { isFiltered, NO_FILTERS, type ListSearch } from './directory-search.ts';

interface FacetFiltersProps {
  search: ListSearch;
  onSearch: (change: Partial<ListSearch>) => void;
  /** Counts of the values; a filter is shown once it has counts. */
  facets: Partial<EntityFacets> | undefined;
  /** Collectives to choose from, with their numbers of Entities; absent: no such filter. */
  collectives?: readonly { id: string; name: string; entityCount: number }[];
  /** Columns and views, at the end of the row. */
  options: ReactNode;
}

const HEALTH = { unreachable: 'Not reachable', fine: 'Not refused' } as const;

function optionsOf(facet: Facet | undefined, none: string) {
  return (facet?.values ?? []).map(({ value, label, count }) => ({
    value,
    label: value === NO_VALUE ? none : label,
    count,
  }));
}

/** Text filter, filters with counts, and controls of the whole list. */
export function FacetFilters(props: FacetFiltersProps) {
  const { search, onSearch } = props;
  const narrow = useNarrow();
  const [open, setOpen] = useState(false);
  const chosen = SELECTS.filter((name) => search[name] !== undefined).length;
  return (
    <Box
      sx={{
        position: 'relative',
        display: 'flex',
        flexWrap: 'wrap',
        gap: 0.75,
        alignItems: 'center',
        mb: 1,
      }}
    >
      <FilterField
        label="Search name, id, brand, tag or place"
        placeholder="Name, id, brand, tag or place"
        value={search.q ?? ''}
        onChange={(q) => onSearch({ q: q === '' ? undefined : q })}
      />
      {narrow && (
        <Button
          variant="outlined"
          color="inherit"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {chosen === 0 ? 'Filters' : `Filters, ${formatNumber(chosen)} on`}
        </Button>
      )}
      {(!narrow || open) && <Selects {...props} />}
      {isFiltered(search) && (
        <Button color="inherit" onClick={() => onSearch(NO_FILTERS)}>
          Clear filters
        </Button>
      )}
      <Box sx={{ ml: { sm: 'auto' } }}>{props.options}</Box>
    </Box>
  );
}

/** The filters that are lists of values. */
const SELECTS = ['type', 'brand', 'tag', 'collective', 'source', 'health', 'archived'] as const;

function Selects({ search, onSearch, facets, collectives }: FacetFiltersProps) {
  const change = (name: keyof ListSearch) => (value: string | null) =>
    onSearch({ [name]: value ?? undefined });
  const inCollectives =
    facets?.collective?.values ??
    collectives?.map(({ id, name, entityCount }) => ({
      value: id,
      label: name,
      count: entityCount,
    }));
  return (
    <>
      <FilterSelect
        label="Type"
        any="Any type"
        options={optionsOf(facets?.type, 'Type not known')}
        value={search.type ?? null}
        onChange={change('type')}
      />
      {facets?.brand !== undefined && (
        <FilterSelect
          label="Brand"
          any="Any brand"
          options={optionsOf(facets.brand, 'Brand not known')}
          value={search.brand ?? null}
          onChange={change('brand')}
        />
      )}
      <FilterSelect
        label="Tag"
        any="Any tag"
        options={optionsOf(facets?.tag, '')}
        value={search.tag ?? null}
        onChange={change('tag')}
      />
      {collectives !== undefined && (
        <FilterSelect
          label="Collective"
          any="Any Collective"
          options={inCollectives ?? []}
          value={search.collective ?? null}
          onChange={change('collective')}
        />
      )}
      <FilterSelect
        label="Known from"
        any="Known from anywhere"
        options={optionsOf(facets?.source, '').map((option) => ({
          ...option,
          label: sourceLabel(option.value),
        }))}
        value={search.source ?? null}
        onChange={change('source')}
      />
      <FilterSelect
        label="Health"
        any="Any health"
        options={optionsOf(facets?.health, '').map((option) => ({
          ...option,
          label: option.value === 'unreachable' ? HEALTH.unreachable : HEALTH.fine,
        }))}
        value={search.health ?? null}
        onChange={(value) =>
          onSearch({ health: value === 'unreachable' || value === 'fine' ? value : undefined })
        }
      />
      <FilterSelect
        label="Archived"
        any="In use"
        options={[{ value: '1', label: 'Archived' }]}
        value={search.archived ?? null}
        onChange={(value) => onSearch({ archived: value === '1' ? '1' : undefined })}
      />
    </>
  );
}
