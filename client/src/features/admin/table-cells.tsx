import { ActionIcon, Anchor, Box, Button, Group, Menu, Text, UnstyledButton } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { isolated } from '@marketplace/shared/direction';
import { paths } from '../../config/paths.ts';
import { IconDots } from '../../ui/icons/page-icons.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { clockText, dateText, fullTimeText } from '../../ui/time/time-text.ts';
import { useMinute } from '../../ui/time/use-today.ts';
import { ageText } from '../../ui/time/Age.tsx';
import classes from './AdminTable.module.css';
import type { useLiveList } from './use-live-list.ts';

/** Returns the path of the page about a person. It is not in `paths`, which every page loads. */
export const personPath = (id: string) => `${paths.admin}/people/${id}`;

/** A person's name, linked to what admins see about `id` if given, with the full email below. */
export function PersonCell(props: { name: string; email: string; id?: string | undefined }) {
  const { name, email, id } = props;
  const [mailbox, domain] = email.split('@');
  return (
    <Box miw={0}>
      <Text inherit fw={600} dir="auto" ta="left">
        {id ? (
          <Anchor component={PageLink} to={personPath(id)} inherit>
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
    <Group
      component="span"
      display="inline-flex"
      gap={8}
      align="baseline"
      wrap="nowrap"
      fw={600}
      c={tagColors[kind]}
    >
      <Box component="span" flex="none" w={8} h={8} bdrs="50%" bg="currentcolor" />
      {children}
    </Group>
  );
}

export function QuotedText({ children }: { children: string }) {
  return (
    <Text dir="auto" mt={4} py="sm" px="md" bdrs="md" bg="var(--ground)" className="as-typed">
      {children}
    </Text>
  );
}

export interface RowAction {
  label: string;
  onClick: () => void;
  isDangerous?: boolean;
  /** Why the action is not possible. Undefined if it is. */
  blocked?: string | undefined;
}

interface RowMenuProps {
  /** The name of the user or the title of the listing. */
  subject: string;
  /** The most common action, shown next to the menu if there is room. */
  first?: RowAction;
  actions: RowAction[];
}

/** Outside the table, which would clip the menu, but within the main landmark. */
const inMain = { target: '#content' };

/** The menu with an admin's actions on the user or listing of a row. */
export function RowMenu({ subject, first, actions }: RowMenuProps) {
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      {first && (
        <Button variant="default" h={30} px={12} fz="xs" visibleFrom="sm" onClick={first.onClick}>
          {first.label}
        </Button>
      )}
      <Menu position="bottom-end" width={240} returnFocus keepMounted={false} portalProps={inMain}>
        <Menu.Target>
          <ActionIcon
            className={classes.menu}
            variant="subtle"
            color="gray"
            size={32}
            aria-label={`More actions for ${isolated(subject)}`}
          >
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ label, onClick, isDangerous, blocked }) => (
            <Fragment key={label}>
              {isDangerous && <Menu.Divider />}
              <Menu.Item
                color={isDangerous && !blocked ? 'var(--mantine-color-error)' : undefined}
                disabled={blocked !== undefined}
                onClick={onClick}
              >
                {label}
                {blocked && (
                  <Text span display="block" size="xs">
                    {blocked}
                  </Text>
                )}
              </Menu.Item>
            </Fragment>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

type MoreList = Pick<
  ReturnType<typeof useLiveList>,
  'hasMore' | 'isLoadingMore' | 'isMoreError' | 'loadMore'
>;

/** The "Load more" button at the end of a live list. */
export function MoreRows({ list }: { list: MoreList }) {
  if (!list.hasMore) return null;
  return (
    <Group justify="center" p="sm" className={classes.more}>
      {list.isMoreError && (
        <Text role="alert" size="sm" c="var(--mantine-color-error)">
          We couldn&apos;t load more.
        </Text>
      )}
      {/* A disabled button would lose the focus. */}
      <Button
        variant="default"
        size="xs"
        data-disabled={list.isLoadingMore || undefined}
        onClick={list.loadMore}
      >
        Load more
      </Button>
    </Group>
  );
}
