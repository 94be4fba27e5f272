import { Anchor, Group, Text } from '@mantine/core';
import { Fragment } from 'react';
import { paths } from '../config/paths.ts';
import { PageLink } from './PageLink.tsx';

interface Props {
  /** This page, last in the row. */
  here: string;
  /** The pages above it, by default the landing page. */
  above?: { label: string; to: string }[];
}

const home = [{ label: 'Home', to: paths.landing }];

/** The pages above this one as links, then this one: smaller than Mantine's, for the first view. */
export function Breadcrumbs({ here, above = home }: Props) {
  const look = { size: 'sm', lh: 1, style: { whiteSpace: 'nowrap' } } as const;
  return (
    <nav aria-label="Breadcrumb">
      <Group gap="xs" wrap="nowrap" mb="xs">
        {above.map(({ label, to }) => (
          <Fragment key={to}>
            <Anchor component={PageLink} to={to} c="dimmed" py={14} my={-14} {...look}>
              {label}
            </Anchor>
            <Text component="span" c="dimmed" {...look}>
              ›
            </Text>
          </Fragment>
        ))}
        <Text aria-current="page" truncate miw={0} maw={480} {...look}>
          {here}
        </Text>
      </Group>
    </nav>
  );
}
