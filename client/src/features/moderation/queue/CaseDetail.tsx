import { Button, VisuallyHidden } from '@mantine/core';
import { IconArrowLeft, IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { CaseView } from '@marketplace/shared/moderation/schemas';
import { heldReason } from '@marketplace/shared/moderation/constants';
import { personName } from '@marketplace/shared/users/names';
import { ageText } from '../../../ui/age-text.ts';
import { fullTimeText } from '../../../ui/time-text.ts';
import { useMinute } from '../../../ui/use-today.ts';
import {
  decisionWords,
  holderOf,
  kindLabels,
  nameOf,
  reasonLabel,
  stateLabel,
  weightText,
} from './case-texts.ts';
import classes from './CaseDetail.module.css';
import { CaseEvidence } from './CaseEvidence.tsx';
import { DecidedBar } from './DecidedBar.tsx';
import { DecisionPanel } from './DecisionPanel.tsx';
import { isUnchanged, seenIn } from './evidence.ts';
import { KindIcon } from './KindIcon.tsx';
import type { DecisionDraft } from './use-decision-draft.ts';
import type { CaseActions } from './use-case-actions.ts';

interface Props {
  view: CaseView;
  me: string;
  actions: CaseActions;
  draft: DecisionDraft;
  onBack: () => void;
}

/** The case in front: what it is about, what was reported and by whom, and what can be done. */
export function CaseDetail({ view, me, actions, draft, onBack }: Props) {
  const { reports, reporterCount } = view;
  const more = reporterCount - new Set(reports.map(({ reporter, id }) => reporter?.id ?? id)).size;
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    // Where the list gives way to the case, it begins at the top, wherever the list was.
    const isAlone = !window.matchMedia('(min-width: 62em)').matches;
    if (isAlone) article.current?.scrollIntoView();
  }, []);
  return (
    <article ref={article} className={classes.case} aria-label={view.target.title}>
      <div className={classes.scroll}>
        <Button
          className={classes.back}
          variant="subtle"
          size="compact-md"
          leftSection={<IconArrowLeft size={18} stroke={1.75} aria-hidden />}
          onClick={onBack}
        >
          All reports
        </Button>
        <Head view={view} />
        <ClaimLine view={view} me={me} actions={actions} />
        <Section title={reporterCount === 0 ? 'As written' : 'As reported'}>
          <CaseEvidence view={view} />
        </Section>
        <Section title={reportersTitle(reporterCount)}>
          {view.targetType === 'listing' && <p className={classes.quiet}>{weightText(view)}</p>}
          <Reports reports={reports} />
          {more > 0 && <p className={classes.quiet}>and {more} more before them</p>}
        </Section>
        <Earlier view={view} me={me} />
      </div>
      <div className={classes.foot}>
        {view.status === 'decided' ? (
          <DecidedBar view={view} me={me} actions={actions} />
        ) : (
          <DecisionPanel view={view} me={me} actions={actions} draft={draft} />
        )}
      </div>
    </article>
  );
}

function Head({ view }: { view: CaseView }) {
  const { target, targetType } = view;
  const state = stateLabel(target.state);
  return (
    <header className={classes.head}>
      {target.image && (
        <img className={classes.image} src={target.image} width={128} height={96} alt="" />
      )}
      <div className={classes.about}>
        <p className={classes.kind}>
          <KindIcon kind={targetType} size={16} />
          {kindLabels[targetType]}
          {state && <span className={classes.state}>{state}</span>}
        </p>
        <h2 className={classes.title}>
          {target.path ? (
            <a href={target.path} target="_blank" rel="noreferrer">
              {target.title}
              <IconExternalLink size={16} stroke={1.75} aria-hidden />
              <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
            </a>
          ) : (
            target.title
          )}
        </h2>
        <p className={classes.quiet}>{ownerLine(view)}</p>
        {target.text && !isSaidBelow(view) && <p className={classes.text}>{target.text}</p>}
      </div>
    </header>
  );
}

function ownerLine({ target: { owner }, targetType }: CaseView): string {
  if (!owner) return 'The account is gone';
  if (targetType === 'user') return owner.email;
  return `${targetType === 'message' ? 'From' : 'By'} ${owner.displayName}, ${owner.email}`;
}

/** A message that is as it was stands below, among those before it. */
function isSaidBelow(view: CaseView): boolean {
  const seen = view.targetType === 'message' && seenIn(view);
  return Boolean(seen && isUnchanged(view, seen));
}

function ClaimLine({ view, me, actions }: Pick<Props, 'view' | 'me' | 'actions'>) {
  const holder = holderOf(view, useMinute());
  if (view.status !== 'open') return null;
  const isMine = holder?.id === me;
  const text = isMine ? 'Claimed by you' : `Claimed by ${holder?.displayName}`;
  return (
    <div className={classes.claim} data-taken={(holder && !isMine) || undefined}>
      <output>{holder ? text : 'Nobody has claimed it'}</output>
      {!holder && (
        <Button
          size="compact-md"
          variant="default"
          disabled={actions.isBusy}
          aria-keyshortcuts="C"
          onClick={() => void actions.claim(view.id)}
        >
          Claim
        </Button>
      )}
      {isMine && (
        <Button
          size="compact-md"
          variant="default"
          disabled={actions.isBusy}
          aria-keyshortcuts="C"
          onClick={() => void actions.release(view.id)}
        >
          Release
        </Button>
      )}
    </div>
  );
}

/** What was decided before on other things of the same person. */
function Earlier({ view: { earlier, target }, me }: Pick<Props, 'view' | 'me'>) {
  const now = useMinute();
  if (earlier.length === 0) return null;
  return (
    <Section title={`Earlier decisions on ${target.owner?.displayName}`}>
      <ul className={classes.reports}>
        {earlier.map(({ caseId, targetType, decision, reason, decidedBy, decidedAt }) => (
          <li key={caseId}>
            <p className={classes.reason}>
              <span>
                {kindLabels[targetType]} {decisionWords[decision].done}
              </span>
              <time dateTime={decidedAt} title={fullTimeText(decidedAt)}>
                {ageText(decidedAt, now)}
              </time>
            </p>
            {reason && <p className={classes.comment}>{reason}</p>}
            <p className={classes.quiet}>By {nameOf(decidedBy, me)}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{title}</h3>
      {children}
    </section>
  );
}

function reportersTitle(count: number): string {
  if (count === 0) return 'Why it is here';
  return count === 1 ? '1 reporter' : `${count} reporters`;
}

function Reports({ reports }: Pick<CaseView, 'reports'>) {
  const now = useMinute();
  return (
    <ul className={classes.reports}>
      {reports.map(({ id, reason, comment, reporter, createdAt }) => (
        <li key={id}>
          <p className={classes.reason}>
            <span>{reasonLabel(reason)}</span>
            <time dateTime={createdAt} title={fullTimeText(createdAt)}>
              {ageText(createdAt, now)}
            </time>
          </p>
          {comment && <p className={classes.comment}>{comment}</p>}
          <p className={classes.quiet}>
            {reason === heldReason
              ? 'The fourth review of this seller within a day by new accounts, or by accounts that share a network or browser.'
              : reporter
                ? `${reporter.displayName}, ${reporter.email}`
                : personName(null)}
          </p>
        </li>
      ))}
    </ul>
  );
}
