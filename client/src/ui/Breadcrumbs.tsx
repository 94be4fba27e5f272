import { Anchor, Breadcrumbs as MantineBreadcrumbs, Text } from '@mantine/core';
import { paths } from '../config/paths.ts';
import { PageLink } from './PageLink.tsx';

interface Props {
  /** This page, last in the row. */
  here: string;
  /** The pages above it, by default the landing page. */
  above?: { label: string; to: string }[];
}

const home = [{ label: 'Home', to: paths.landing }];

/** The pages above this one as links, then this one. */
export function Breadcrumbs({ here, above = home }: Props) {
  return (
    <nav aria-label="Breadcrumb">
      <MantineBreadcrumbs separator="›" fz="sm" mb="xs" style={{ flexWrap: 'nowrap' }}>
        {above.map(({ label, to }) => (
          <Anchor key={to} component={PageLink} to={to} size="sm" c="dimmed" py={14} my={-14}>
            {label}
          </Anchor>
        ))}
        <Text size="sm" aria-current="page" truncate miw={0} maw={480}>
          {here}
        </Text>
      </MantineBreadcrumbs>
    </nav>
  );
}
