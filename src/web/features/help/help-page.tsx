import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import Markdown from 'markdown-to-jsx/react';
import { useEffect, type ReactNode } from 'react';
import { keysOf } from '../../../lib/objects.ts';
import { TextLink } from '../../components/app-link.tsx';
import { cardStyle } from '../../components/card.tsx';
import { ChoiceChips } from '../../components/choice-chips.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Read } from '../../components/read.tsx';
import { MONO } from '../../theme/theme.ts';
import { anchorOf, explanationOf, readGuide } from './guides.ts';
import { GuideName, GUIDES, type Guide, type HelpSearch } from './help-search.ts';

interface HelpPageProps {
  search: HelpSearch;
  onSearch: (change: Partial<HelpSearch>) => void;
}

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
          choices={keysOf(GUIDES).map((value) => ({ value, label: GUIDES[value] }))}
          value={guide}
          onChange={(next) =>
            onSearch({ guide: GuideName.parse(next) ?? undefined, from: undefined })
          }
        />
      </Box>
      <Read query={text} what="the guide">
        {(markdown) => (
          <GuideText key={guide} guide={guide} heading={heading} markdown={markdown} />
        )}
      </Read>
    </>
  );
}

const look = {
  display: 'grid',
  gap: 1.5,
  maxWidth: 860,
  minWidth: 0,
  '& h2, & h3': { m: 0, mt: 2, scrollMarginTop: 16 },
  '& h2': { typography: 'h6' },
  '& h3': { typography: 'subtitle1' },
  '& p': { m: 0 },
  '& ul, & ol': { m: 0, pl: 2.5 },
  '& code': { fontFamily: MONO, fontSize: '0.85em' },
  '& pre': { ...cardStyle, m: 0, p: 1.5, overflowX: 'auto', fontSize: '0.8125rem' },
  '& table': { borderCollapse: 'collapse', fontSize: '0.875rem' },
  '& th, & td': {
    textAlign: 'left',
    verticalAlign: 'top',
    p: 0.75,
    borderBottom: 1,
    borderColor: 'divider',
    overflowWrap: 'anywhere',
    minWidth: 90,
  },
} as const;

interface GuideTextProps {
  guide: Guide;
  /** Where it is opened, if the address names no heading. */
  heading: string;
  markdown: string;
}

/** A guide, as a part of the page: its title is a heading of the second level. */
export function GuideText({ guide, heading, markdown }: GuideTextProps) {
  const { hash } = useLocation();
  useEffect(() => {
    document.getElementById(hash || heading)?.scrollIntoView();
  }, [hash, heading]);
  return (
    <Box component="article" sx={look}>
      <Markdown
        options={{
          wrapper: null,
          disableParsingRawHTML: true,
          slugify: anchorOf,
          overrides: {
            h1: { component: 'h2' },
            a: { component: GuideLink, props: { guide } },
            img: { component: () => null },
            pre: { props: { tabIndex: 0 } },
            table: { component: GuideTable },
          },
        }}
      >
        {markdown}
      </Markdown>
    </Box>
  );
}

function GuideTable({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0}>
      <table>{children}</table>
    </Box>
  );
}

const TARGET = /^(?:(\w+)\.md)?(?:#(.+))?$/;

/** A link to a guide or a heading; to what is not here it is plain text. */
function GuideLink({
  guide,
  href,
  children,
}: {
  guide: Guide;
  href?: string;
  children: ReactNode;
}) {
  const [, file, hash] = TARGET.exec(href ?? '-') ?? [];
  const to = file === undefined ? guide : GuideName.parse(file);
  if (to === null || (file === undefined && hash === undefined)) return children;
  return (
    <TextLink to="/help" search={{ guide: to }} hash={hash ?? ''}>
      {children}
    </TextLink>
  );
}
