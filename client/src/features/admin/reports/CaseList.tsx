import '@mantine/core/styles/Checkbox.layer.css';
import {
  Box,
  Button,
  Center,
  Checkbox,
  Group,
  Skeleton,
  Stack,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { CaseView } from '@marketplace/shared/moderation/schemas';
import type { CaseTargetType } from '@marketplace/shared/moderation/constants';
import { isolated } from '@marketplace/shared/direction';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ageText } from '../../../ui/time/Age.tsx';
import { IconUser } from '../../../ui/icons/icons.tsx';
import {
  IconChecks,
  IconFlag,
  IconMessageReply,
  IconUserCheck,
  IconMessage,
  IconStar,
  IconTag,
} from '../../../ui/icons/page-icons.tsx';
import { useMinute } from '../../../ui/time/use-today.ts';
import type { Selection } from '../../../ui/use-selection.ts';
import { MoreRows } from '../table-cells.tsx';
import tableClasses from '../AdminTable.module.css';
import classes from './reports.module.css';
import { decisionWords, holderOf, kindLabels, nameOf, reasonsOf, waitText } from './case-texts.ts';
import type { Cases, QueueFilter } from './use-cases.ts';

interface Props {
  cases: Cases;
  show: QueueFilter['show'];
  caseId: string | null;
  me: string;
  selection: Selection;
  onSelect: (caseId: string) => void;
}

/** The cases of the queue, in the server's order. */
export function CaseList({ cases, show, caseId, me, selection, onSelect }: Props) {
  const { items, isError, newCount } = cases;
  return (
    <div className={classes.list} {...cases.frameProps} {...cases.rootProps}>
      {newCount > 0 && (
        // Over the rows, so that it moves none of them.
        <Group justify="center" align="flex-start" pos="sticky" top={4} h={0} style={{ zIndex: 1 }}>
          <Button size="compact-sm" radius="xl" onClick={cases.showNew}>
            {newCount} new
          </Button>
        </Group>
      )}
      {!items && (isError ? <ErrorState onRetry={() => void cases.refetch()} /> : <Loading />)}
      {items?.length === 0 && (
        <EmptyState
          icon={<IconChecks size={36} stroke={1.5} {...dimmed} />}
          {...emptyTexts[show]}
        />
      )}
      {items && items.length > 0 && (
        <ul className="plain" aria-label="Reports">
          {items.map((view) => (
            <Row
              key={view.id}
              view={view}
              me={me}
              selection={selection}
              isOpenList={show !== 'decided'}
              onSelect={onSelect}
              isOpen={view.id === caseId}
            />
          ))}
        </ul>
      )}
      <MoreRows list={cases} />
    </div>
  );
}

const dimmed = { color: 'var(--mantine-color-dimmed)', 'aria-hidden': true };
const line = { gap: 12, justify: 'space-between', wrap: 'nowrap' } as const;
const small = { fz: 'xs', lh: 1.5, c: 'dimmed', className: 'numbers' } as const;

interface RowProps extends Pick<Props, 'me' | 'selection' | 'onSelect'> {
  view: CaseView;
  isOpen: boolean;
  isOpenList: boolean;
}

function Row({ view, me, isOpen, isOpenList, selection, onSelect }: RowProps) {
  const now = useMinute();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);
  const { target, reporterCount } = view;
  const isDecided = view.status === 'decided';
  const since = isDecided ? view.lastReportAt : view.createdAt;
  return (
    <li
      className={`${tableClasses.appear} ${classes.item}`}
      data-selected={selection.has(view.id) || undefined}
      data-decided={(isDecided && isOpenList) || undefined}
    >
      {!isDecided && (
        <Checkbox
          className={classes.pick}
          size="xs"
          label={<VisuallyHidden>Select {isolated(target.title)}</VisuallyHidden>}
          checked={selection.has(view.id)}
          onChange={({ nativeEvent }) =>
            selection.toggle(view.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      )}
      <UnstyledButton
        ref={button}
        className={classes.row}
        aria-current={isOpen || undefined}
        onClick={({ shiftKey }) =>
          shiftKey && !isDecided ? selection.toggle(view.id, true) : onSelect(view.id)
        }
      >
        <KindBadge kind={view.targetType} isAppeal={view.appeal !== null} />
        <Stack component="span" gap={0} flex={1} miw={0}>
          <Group component="span" {...line} align="baseline">
            <Text
              span
              truncate
              dir="auto"
              fw={isDecided ? 500 : 600}
              c={isDecided ? 'dimmed' : undefined}
            >
              {target.title}
            </Text>
            <Text
              component="time"
              {...small}
              flex="none"
              dateTime={since}
              title={waitText(view, now)}
            >
              {ageText(since, now)}
            </Text>
          </Group>
          {/* A fixed height, with or without an icon. */}
          <Group component="span" {...line} h={21}>
            <Group component="span" gap={8} wrap="nowrap" align="stretch" miw={0}>
              <Standing view={view} me={me} now={now} />
              <Text span truncate {...small} className={classes.reasons}>
                {view.appeal ? 'Appeal' : reasonsOf(view).join(', ')}
              </Text>
            </Group>
            <Reporters count={reporterCount} />
          </Group>
        </Stack>
      </UnstyledButton>
    </li>
  );
}

function KindBadge({ kind, isAppeal }: { kind: CaseTargetType; isAppeal: boolean }) {
  return (
    <Center
      component="span"
      flex="none"
      w={32}
      h={32}
      bdrs="sm"
      bg="var(--hover)"
      c={isAppeal ? 'var(--accent-text)' : 'dimmed'}
      title={kindLabels[kind]}
    >
      <KindIcon kind={kind} />
      <VisuallyHidden>{kindLabels[kind]}</VisuallyHidden>
    </Center>
  );
}

function Reporters({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Group
      component="span"
      gap={4}
      {...small}
      flex="none"
      title={`${count} ${count === 1 ? 'person' : 'people'} reported this`}
    >
      <IconFlag size={14} stroke={1.75} aria-hidden />
      {count}
      <VisuallyHidden> {count === 1 ? 'reporter' : 'reporters'}</VisuallyHidden>
    </Group>
  );
}

/** Shows who claimed or decided the case. The line always exists, so that no row grows. */
function Standing({ view, me, now }: { view: CaseView; me: string; now: number }) {
  const isDecided = view.status === 'decided';
  const holder = holderOf(view, now);
  if (!isDecided && !holder) return null;
  const done = view.decision ? decisionWords[view.decision].done : 'decided';
  const Icon = isDecided ? IconChecks : IconUserCheck;
  return (
    <Group
      // A new key restarts the fade-in.
      key={isDecided ? 'decided' : holder?.id}
      component="span"
      gap={4}
      wrap="nowrap"
      miw={0}
      {...small}
      c={holder?.id === me ? 'var(--mantine-color-anchor)' : 'var(--mantine-color-text)'}
      className={`${classes.standing} ${tableClasses.appear} numbers`}
    >
      <Icon size={14} stroke={1.75} style={{ flex: 'none' }} aria-hidden />
      <Text span inherit truncate>
        {isDecided
          ? `${done.charAt(0).toUpperCase()}${done.slice(1)} by ${nameOf(view.decidedBy, me)}`
          : `Claimed by ${nameOf(holder, me)}`}
      </Text>
    </Group>
  );
}

const emptyTexts: Record<QueueFilter['show'], { title: string; text: string }> = {
  open: { title: 'Nothing to review.', text: 'New reports appear here automatically.' },
  mine: {
    title: "You haven't claimed any reports.",
    text: 'Reports you claim under Open will show up here.',
  },
  decided: { title: 'No decisions yet.', text: 'Decisions will show up here.' },
};

function Loading() {
  return (
    <Stack component="output" gap={0} aria-busy="true" aria-label="Loading reports">
      {[0, 1, 2, 3, 4, 5].map((at) => (
        <div key={at} className={classes.row}>
          <Skeleton width={32} height={32} radius="sm" flex="none" />
          <Box flex={1}>
            <Skeleton height={14} width="70%" mt={3} />
            <Skeleton height={12} width="45%" mt={9} />
          </Box>
        </div>
      ))}
    </Stack>
  );
}

const icons = {
  listing: IconTag,
  message: IconMessage,
  review: IconStar,
  user: IconUser,
  decision: IconMessageReply,
};

/** The icon of a kind of target. Hidden from screen readers, since the word stands next to it. */
export function KindIcon({ kind, size = 18 }: { kind: CaseTargetType; size?: number }) {
  const Icon = icons[kind];
  return <Icon size={size} stroke={1.75} aria-hidden />;
}
