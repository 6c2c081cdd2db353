import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { TextLink } from '../../components/app-link.tsx';
import { cardStyle } from '../../components/card-style.ts';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Read } from '../../components/read.tsx';
import { MONO } from '../../theme/theme.ts';
import { blocksOf, spansOf, type Block } from './guide-blocks.ts';
import { anchorOf, explanationOf, GUIDES, readGuide, type Guide } from './guides.ts';
import type { HelpSearch } from './help-search.ts';

interface HelpPageProps {
  search: HelpSearch;
  onSearch: (change: Partial<HelpSearch>) => void;
}

const CHOICES = (['screens', 'dispatch', 'reports', 'glossary'] as const).map((value) => ({
  value,
  label: GUIDES[value],
}));

/** The guides, opened where the page is explained from which one came. */
export function HelpPage({ search, onSearch }: HelpPageProps) {
  const explained = explanationOf(search.from ?? '');
  const guide = search.guide ?? explained.guide;
  const heading = search.guide === undefined && search.from !== undefined ? explained.heading : '';
  const text = useQuery({
    queryKey: ['guide', guide],
    queryFn: () => readGuide(guide),
    staleTime: Infinity,
  });
  return (
    <>
      <PageHeader title="Help" documentTitle={`Help: ${GUIDES[guide]}`} />
      <Box sx={{ mb: 2 }}>
        <ChoiceChips
          label="Guide"
          choices={CHOICES}
          value={guide}
          onChange={(next) =>
            onSearch({ guide: CHOICES.find(({ value }) => value === next)?.value, from: undefined })
          }
        />
      </Box>
      <Read query={text} what="the guide">
        {(markdown) => <GuideText guide={guide} heading={heading} markdown={markdown} />}
      </Read>
    </>
  );
}

interface GuideTextProps {
  guide: Guide;
  /** Where it is opened, if the address names no heading. */
  heading: string;
  markdown: string;
}

function GuideText({ guide, heading, markdown }: GuideTextProps) {
  const { hash } = useLocation();
  const blocks = useMemo(() => blocksOf(markdown), [markdown]);
  useEffect(() => {
    if (blocks.length > 0) document.getElementById(hash || heading)?.scrollIntoView();
  }, [hash, heading, blocks]);
  return (
    <Box component="article" sx={{ display: 'grid', gap: 1.5, maxWidth: 860, minWidth: 0 }}>
      {blocks.map((block, at) => (
        // The blocks of a guide never change.
        <BlockView key={at} guide={guide} block={block} />
      ))}
    </Box>
  );
}

function BlockView({ guide, block }: { guide: Guide; block: Block }) {
  switch (block.kind) {
    case 'heading':
      return (
        <Typography
          id={anchorOf(block.text)}
          component={block.level < 3 ? 'h2' : 'h3'}
          variant={block.level < 3 ? 'h6' : 'subtitle1'}
          sx={{ mt: 2, scrollMarginTop: 16 }}
        >
          <Line guide={guide} text={block.text} />
        </Typography>
      );
    case 'text':
      return (
        <Typography>
          <Line guide={guide} text={block.text} />
        </Typography>
      );
    case 'list':
      return (
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {block.items.map((item) => (
            <li key={item}>
              <Line guide={guide} text={item} />
            </li>
          ))}
        </Box>
      );
    case 'code':
      return (
        <Box
          component="pre"
          tabIndex={0}
          sx={{ ...cardStyle, m: 0, p: 1.5, overflowX: 'auto', fontSize: '0.8125rem' }}
        >
          {block.text}
        </Box>
      );
    case 'table':
      return <TableView guide={guide} {...block} />;
  }
}

function TableView({ guide, head, rows }: { guide: Guide; head: string[]; rows: string[][] }) {
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0}>
      <Box
        component="table"
        sx={{
          borderCollapse: 'collapse',
          fontSize: '0.875rem',
          '& th, & td': {
            textAlign: 'left',
            verticalAlign: 'top',
            p: 0.75,
            borderBottom: 1,
            borderColor: 'divider',
            overflowWrap: 'anywhere',
            minWidth: 90,
          },
        }}
      >
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                <Line guide={guide} text={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells.join('|')}>
              {cells.map((cell, at) => (
                <td key={head[at] ?? at}>
                  <Line guide={guide} text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

const TARGET = /^(?:(screens|dispatch|reports|glossary)\.md)?(?:#(.+))?$/;

/** A line; links to guides that are not here are plain text. */
function Line({ guide, text }: { guide: Guide; text: string }) {
  let at = 0;
  return spansOf(text).map((span) => {
    at += 1;
    if (span.look !== undefined) {
      const isCode = span.look === 'code';
      return (
        <Box
          key={at}
          component={isCode ? 'code' : 'strong'}
          sx={isCode ? { fontFamily: MONO, fontSize: '0.85em' } : {}}
        >
          {span.text}
        </Box>
      );
    }
    const [, file, hash] = TARGET.exec(span.to ?? '-') ?? [];
    if (file === undefined && hash === undefined) return span.text;
    const to = CHOICES.find(({ value }) => value === file)?.value ?? guide;
    return (
      <TextLink key={at} to="/help" search={{ guide: to }} hash={hash ?? ''}>
        {span.text}
      </TextLink>
    );
  });
}
