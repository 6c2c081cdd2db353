import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { EntityTypeIcon } from '../../components/entity-type-icon.tsx';
import { countOf } from './catalogue-facts.ts';

type Counts = readonly { value: string; count: number }[] | undefined;

interface TypeRowProps {
  type: string;
  brands: readonly string[];
  /** Entities of our directory by type; undefined while not known. */
  usedTypes: Counts;
  /** Entities of our directory of this type by brand; undefined while not known. */
  usedBrands: Counts;
}

/** One type with its brands; those in our directory are counted and emphasised. */
export function TypeRow({ type, brands, usedTypes, usedBrands }: TypeRowProps) {
  const used = countOf(usedTypes, type);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: '200px 1fr' },
        columnGap: 2,
        rowGap: 0.5,
        py: 1.25,
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <div>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'center' }}>
          <EntityTypeIcon type={type} />
          <Typography variant="h3" component="h2">
            {type}
          </Typography>
        </Box>
        <Typography variant="body2" color="textSecondary">
          {used !== null && `${formatCount(used, 'Entity', 'Entities')} of ours`}
        </Typography>
      </div>
      {brands.length === 0 ? (
        <Typography variant="body2" color="textSecondary">
          No brands are named.
        </Typography>
      ) : (
        <Box
          component="ul"
          aria-label={`Brands of ${type}`}
          sx={{
            listStyle: 'none',
            m: 0,
            p: 0,
            display: 'flex',
            flexWrap: 'wrap',
            gap: 0.75,
            alignItems: 'flex-start',
            alignContent: 'flex-start',
          }}
        >
          {brands.map((brand) => {
            const count = countOf(usedBrands, brand) ?? 0;
            return (
              <Tooltip
                key={brand}
                title={count > 0 ? `${formatCount(count, 'Entity', 'Entities')} of ours` : ''}
              >
                <Box
                  component="li"
                  sx={{
                    display: 'inline-flex',
                    alignItems: 'center',
                    gap: 0.75,
                    minHeight: 26,
                    px: 1,
                    borderRadius: 1,
                    border: 1,
                    fontSize: '0.8125rem',
                    borderColor: count > 0 ? 'primary.main' : 'divider',
                    fontWeight: count > 0 ? 600 : 400,
                  }}
                >
                  {brand}{' '}
                  {count > 0 && (
                    <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
                      {formatNumber(count)}
                      <span className="visually-hidden"> of ours</span>
                    </Box>
                  )}
                </Box>
              </Tooltip>
            );
          })}
        </Box>
      )}
    </Box>
  );
}
