import { Anchor, Box, Text, UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { paths } from '../../config/paths.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { clockText, dateText, fullTimeText } from '../../ui/time/time-text.ts';
import { useMinute } from '../../ui/time/use-today.ts';
import { ageText } from '../../ui/time/Age.tsx';
import classes from './AdminTable.module.css';

interface PersonCellProps {
  name: string;
  email: string;
  /** The id of the user whose page the name links to. Undefined for no link. */
  id?: string | undefined;
}

/** A person's name with the full email address below. */
export function PersonCell({ name, email, id }: PersonCellProps) {
  const [mailbox, domain] = email.split('@');
  return (
    <Box miw={0}>
      <Text inherit fw={600} dir="auto" ta="left">
        {id ? (
          <Anchor component={PageLink} to={paths.user(id)} inherit>
            {name}
          </Anchor>
        ) : (
          name
        )}
      </Text>
      <Text inherit c="dimmed">
        {mailbox}
        {domain && (
          <>
            <wbr />@{domain}
          </>
        )}
      </Text>
    </Box>
  );
}

function Time({ at, children }: { at: string; children: ReactNode }) {
  return (
    <time dateTime={at} title={fullTimeText(at)}>
      {children}
    </time>
  );
}

/** Shows 'Nov 20, 2026, 3:41 PM', with a line break allowed only before the time. */
export function DateAndTime({ at }: { at: string }) {
  return (
    <Time at={at}>
      {dateText(at)}, <span style={{ whiteSpace: 'nowrap' }}>{clockText(at)}</span>
    </Time>
  );
}

export function DateOnly({ at }: { at: string }) {
  return <Time at={at}>{dateText(at)}</Time>;
}

/** Shows how long ago a time was, with the exact time as a tooltip. */
export function TimeAgo({ at }: { at: string }) {
  const now = useMinute();
  return <Time at={at}>{ageText(at, now)}</Time>;
}

/** A button whose target covers the whole row or card around it. */
export function RowButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <UnstyledButton
      display="block"
      w="100%"
      fz="inherit"
      className={classes.opener}
      onClick={onClick}
    >
      {children}
    </UnstyledButton>
  );
}

export function ListingLink({ id, title }: { id: string; title: string }) {
  return (
    <Anchor component={PageLink} to={paths.listing(id)} inherit>
      <bdi>{title}</bdi>
    </Anchor>
  );
}

export function Muted({ children }: { children: string }) {
  return (
    <Text span inherit c="dimmed">
      {children}
    </Text>
  );
}

/** Colors of tags. Each has a contrast of at least 4.5:1 as text. */
const tagColors = {
  good: 'var(--mantine-color-anchor)',
  bad: 'var(--mantine-color-error)',
  warm: 'var(--accent-text)',
  plain: 'dimmed',
};

/** A state in a list: a colored dot and a word. */
export function Tag({ kind, children }: { kind: keyof typeof tagColors; children: string }) {
  return (
    <Text span inherit fw={600} c={tagColors[kind]} className={classes.tag}>
      {children}
    </Text>
  );
}

export function QuotedText({ children }: { children: string }) {
  return (
    <Text dir="auto" mt={4} py="sm" px="md" bdrs="md" bg="var(--ground)" className="as-typed">
      {children}
    </Text>
  );
}
