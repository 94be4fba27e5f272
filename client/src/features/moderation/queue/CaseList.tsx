import { Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { IconChecks, IconFlag, IconUserCheck } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef } from 'react';
import type { CaseView } from '@marketplace/shared/moderation/schemas';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ageText } from '../../../ui/age-text.ts';
import { useMinute } from '../../../ui/use-today.ts';
import { decisionWords, holderOf, kindLabels, nameOf, reasonsOf } from './case-texts.ts';
import classes from './CaseList.module.css';
import { isPointerInside } from './is-pointer-inside.ts';
import { KindIcon } from './KindIcon.tsx';
import type { QueueFilter, useCases } from './use-cases.ts';

interface Props {
  cases: ReturnType<typeof useCases>;
  show: QueueFilter['show'];
  caseId: string | null;
  me: string;
  onSelect: (caseId: string) => void;
  list: RefObject<HTMLDivElement | null>;
}

/** The cases of the queue, the one with the newest report first. */
export function CaseList({ cases, show, caseId, me, onSelect, list }: Props) {
  const { rows, data, isError, hasNextPage, isFetchingNextPage } = cases;
  const settle = () => {
    if (!isPointerInside(list.current)) cases.settle();
  };
  const showNew = () => {
    cases.settle();
    list.current?.scrollTo(0, 0);
    if ((list.current?.getBoundingClientRect().top ?? 0) < 0) list.current?.scrollIntoView();
  };
  return (
    <div className={classes.list} ref={list} onPointerLeave={settle} onScroll={settle}>
      {rows.waiting > 0 && (
        <div className={classes.waiting}>
          <Button size="compact-sm" radius="xl" onClick={showNew}>
            {rows.waiting} new
          </Button>
        </div>
      )}
      {!data && isError && <ErrorState onRetry={() => void cases.refetch()} />}
      {!data && !isError && <Loading />}
      {data && rows.order.length === 0 && <Empty show={show} />}
      {rows.order.length > 0 && (
        <ul className={classes.rows} aria-label="Reports">
          {rows.order.map((id) => {
            const view = rows.views.get(id);
            return (
              view && (
                <Row key={id} view={view} me={me} isFront={id === caseId} onSelect={onSelect} />
              )
            );
          })}
        </ul>
      )}
      {hasNextPage && (
        <Button
          variant="subtle"
          fullWidth
          loading={isFetchingNextPage}
          onClick={() => void cases.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </div>
  );
}

interface RowProps {
  view: CaseView;
  me: string;
  isFront: boolean;
  onSelect: (caseId: string) => void;
}

function Row({ view, me, isFront, onSelect }: RowProps) {
  const now = useMinute();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFront) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isFront]);
  const { target, reporterCount, lastReportAt } = view;
  return (
    <li className={classes.item}>
      <button
        ref={button}
        type="button"
        className={classes.row}
        aria-current={isFront || undefined}
        data-decided={view.status === 'decided' || undefined}
        onClick={() => onSelect(view.id)}
      >
        <span className={classes.kind} title={kindLabels[view.targetType]}>
          <KindIcon kind={view.targetType} />
          <VisuallyHidden>{kindLabels[view.targetType]}</VisuallyHidden>
        </span>
        <span className={classes.text}>
          <span className={classes.line}>
            <span className={classes.title}>{target.title}</span>
            <time className={classes.age} dateTime={lastReportAt}>
              {ageText(lastReportAt, now)}
            </time>
          </span>
          <span className={classes.line}>
            <span className={classes.what}>
              <Standing view={view} me={me} now={now} />
              <span className={classes.reasons}>{reasonsOf(view).join(', ')}</span>
            </span>
            {reporterCount > 0 && (
              <span
                className={classes.count}
                title={`${reporterCount} ${reporterCount === 1 ? 'person' : 'people'} reported it`}
              >
                <IconFlag size={14} stroke={1.75} aria-hidden />
                {reporterCount}
                <VisuallyHidden> {reporterCount === 1 ? 'reporter' : 'reporters'}</VisuallyHidden>
              </span>
            )}
          </span>
        </span>
      </button>
    </li>
  );
}

/** Who has the case, or what became of it: in a line that is there anyway, so that no row grows. */
function Standing({ view, me, now }: { view: CaseView; me: string; now: number }) {
  if (view.status === 'decided') {
    const done = view.decision ? decisionWords[view.decision].done : 'decided';
    return (
      <span className={classes.standing} key="decided">
        <IconChecks size={14} stroke={1.75} aria-hidden />
        <span>
          {done.charAt(0).toUpperCase() + done.slice(1)} by {nameOf(view.decidedBy, me)}
        </span>
      </span>
    );
  }
  const holder = holderOf(view, now);
  if (!holder) return null;
  return (
    <span className={classes.standing} data-mine={holder.id === me || undefined} key={holder.id}>
      <IconUserCheck size={14} stroke={1.75} aria-hidden />
      <span>Claimed by {nameOf(holder, me)}</span>
    </span>
  );
}

const emptyTexts: Record<QueueFilter['show'], { title: string; text: string }> = {
  open: { title: 'Nothing to review.', text: 'New reports appear here by themselves.' },
  mine: { title: 'You have claimed nothing.', text: 'Claim a report under Open to keep it here.' },
  decided: { title: 'Nothing has been decided yet.', text: 'Each decision appears here.' },
};

function Empty({ show }: { show: QueueFilter['show'] }) {
  return (
    <EmptyState
      icon={<IconChecks size={36} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />}
      {...emptyTexts[show]}
    />
  );
}

const placeholders = ['one', 'two', 'three', 'four', 'five', 'six'];

function Loading() {
  return (
    <Stack component="output" gap={0} aria-busy="true" aria-label="Loading reports">
      {placeholders.map((name) => (
        <div key={name} className={classes.row}>
          <Skeleton width={32} height={32} radius={10} flex="none" />
          <span className={classes.text}>
            <Skeleton height={14} width="70%" mt={3} />
            <Skeleton height={12} width="45%" mt={9} />
          </span>
        </div>
      ))}
    </Stack>
  );
}
