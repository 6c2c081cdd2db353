import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { formatCount, formatNumber, typeLabel } from '../../../domain/format.ts';
import { errorText } from '../../api/errors.ts';
import { mergeRows } from '../../api/service-pages.ts';
import { useAllPages } from '../../api/use-all-pages.ts';
import { useNote } from '../../api/use-note.ts';
import { column, type Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { isWhole, KnownAge, knownList, KnownRead } from '../../components/known.tsx';
import { EntityTypeIcon } from '../../components/entity-type-icon.tsx';
import { FilterField } from '../../components/filter-field.tsx';
import { Live } from '../../components/live.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { countOf, matchingTypes, notOffered } from './catalogue-facts.ts';
import { typePages, usage } from './catalogue-queries.ts';
import type { CatalogueSearch } from './catalogue-search.ts';

interface CataloguePageProps {
  search: CatalogueSearch;
  onSearch: (change: CatalogueSearch) => void;
}

/** What can be onboarded: types with their brands, and how many Entities of each we have. */
export function CataloguePage({ search, onSearch }: CataloguePageProps) {
  const { q: text = '' } = search;
  const onQuery = useCallback((typed: string) => onSearch({ q: typed || undefined }), [onSearch]);
  const { pages, ...list } = useAllPages(useInfiniteQuery(typePages));
  const known = knownList(
    list,
    useMemo(() => pages && mergeRows(pages), [pages]),
    useNote(typePages.queryKey),
  );
  const types = known.value;
  const used = useQuery(usage());
  const shown = useMemo(() => matchingTypes(types ?? [], text), [types, text]);
  const brands = useQueries({ queries: shown.map(({ type }) => usage(type)) });
  const brandCount = new Set((types ?? []).flatMap((type) => type.brands ?? [])).size;
  const strangers = notOffered(
    used.data?.type.values,
    (types ?? []).map(({ type }) => type),
  );
  return (
    <>
      <PageHeader
        title="Onboarding catalogue"
        fresh={<KnownAge known={known} what="the catalogue" />}
      >
        {types !== undefined && (
          <span>
            {formatCount(types.length, 'type', 'types')},{' '}
            {formatCount(brandCount, 'brand', 'brands')}
          </span>
        )}
      </PageHeader>
      <Box sx={{ mb: 1 }}>
        <FilterField label="Search types and brands" value={text} onChange={onQuery} />
      </Box>
      {used.error !== null && (
        <Typography variant="body2" role="alert" sx={{ mb: 1 }}>
          The counts of the directory could not be read: {errorText(used.error).title}.
        </Typography>
      )}
      <KnownRead
        known={known}
        what="the catalogue"
        count={({ length }) => formatCount(length, 'type', 'types')}
      >
        {(all) => (
          <>
            {all.length === 0 && isWhole(known) && (
              <EmptyState title="The Service offers nothing to onboard.">
                <Typography variant="body2">
                  The types of Entities that can be onboarded appear here, each with its brands.
                </Typography>
              </EmptyState>
            )}
            {all.length > 0 && shown.length === 0 && (
              <EmptyState title={`Nothing in the catalogue matches “${text}”.`}>
                <Button onClick={() => onQuery('')}>Show all</Button>
              </EmptyState>
            )}
            {shown.length > 0 && (
              <>
                <Live sx={{ fontSize: '0.8125rem', color: 'text.secondary', mb: 0.5 }}>
                  {text !== '' && `${formatCount(shown.length, 'type matches', 'types match')}.`}
                </Live>
                <DataTable
                  label="Types that can be onboarded"
                  columns={COLUMNS}
                  rows={shown.map((row, at) => ({
                    ...row,
                    used: countOf(used.data?.type.values, row.type),
                    usedBrands: brands[at]?.data?.brand.values,
                  }))}
                  rowKey={({ type }) => type}
                />
              </>
            )}
            {text === '' && strangers.length > 0 && isWhole(known) && (
              <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
                In our directory, but not in the catalogue:{' '}
                {strangers
                  .map(({ value, count }) => `${value} (${formatNumber(count)})`)
                  .join(', ')}
                .
              </Typography>
            )}
          </>
        )}
      </KnownRead>
    </>
  );
}

interface TypeRow {
  type: string;
  brands: readonly string[];
  /** Entities of our directory of this type; null while not known. */
  used: number | null;
  /** The same by brand; undefined while not known. */
  usedBrands: readonly { value: string; count: number }[] | undefined;
}

/** The brands of a type; those in our directory are counted and emphasised. */
function Brands({ row: { type, brands, usedBrands } }: { row: TypeRow }) {
  if (brands.length === 0) return 'No brands are named.';
  return (
    <Box
      component="ul"
      aria-label={`Brands of ${typeLabel(type)}`}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}
    >
      {brands.map((brand) => {
        const count = countOf(usedBrands, brand) ?? 0;
        return (
          <Box component="li" key={brand} sx={{ fontWeight: count > 0 ? 600 : 400 }}>
            {count > 0 ? `${brand}: ${formatNumber(count)}` : brand}
          </Box>
        );
      })}
    </Box>
  );
}

const COLUMNS: readonly Column<TypeRow>[] = [
  column('type', 'Type', { width: '200px', phone: 'name' }, ({ type }) => (
    <Box component="span" sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
      <EntityTypeIcon type={type} />
      {typeLabel(type)}
    </Box>
  )),
  {
    key: 'ours',
    header: 'In the directory',
    width: '130px',
    numeric: true,
    cell: ({ used }) => used !== null && formatNumber(used),
    phone: 'end',
    phoneCell: ({ used }) => used !== null && formatCount(used, 'Entity', 'Entities'),
  },
  column(
    'brands',
    'Brands, with Entities in the directory',
    { wraps: true, phone: 'more' },
    (row) => <Brands row={row} />,
  ),
];
