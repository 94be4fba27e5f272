import { Anchor, Box, Button, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { CaseView } from '@marketplace/shared/moderation/schemas';
import { heldReason, resubmittedReason } from '@marketplace/shared/moderation/constants';
import { isolated } from '@marketplace/shared/direction';
import { personName } from '@marketplace/shared/users/names';
import { IconArrowLeft } from '../../../ui/icons/listing-icons.tsx';
import { IconExternalLink } from '../../../ui/icons/page-icons.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { useMinute } from '../../../ui/time/use-today.ts';
import { personPath, TimeAgo } from '../table-cells.tsx';
import classes from './reports.module.css';
import { AppealBody, AppealPanel } from './AppealCase.tsx';
import { CaseEvidence, evidenceOf, isUnchanged } from './CaseEvidence.tsx';
import { KindIcon } from './CaseList.tsx';
import { type CaseProps, DecidedBar, DecisionPanel } from './DecisionPanel.tsx';
import {
  decisionWords,
  holderOf,
  kindLabels,
  nameOf,
  reasonLabel,
  ruleOf,
  stateLabel,
  waitText,
  weightText,
} from './case-texts.ts';

interface DetailProps {
  onBack: () => void;
  /** Shows all reports about this account. */
  onOwner: (owner: { id: string; displayName: string }) => void;
}

/** The open case: its target, the reports, and the decision. */
export function CaseDetail({ onBack, onOwner, ...props }: CaseProps & DetailProps) {
  const { view, me, actions } = props;
  const { reports, reporterCount } = view;
  const more = reporterCount - new Set(reports.map(({ reporter, id }) => reporter?.id ?? id)).size;
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    // On narrow screens, the case replaces the list and must start at the top.
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
          mt={-4}
          mb={12}
          ml={-8}
          leftSection={<IconArrowLeft size={18} stroke={1.75} aria-hidden />}
          onClick={onBack}
        >
          All reports
        </Button>
        <Head view={view} onOwner={onOwner} />
        <ClaimLine view={view} me={me} actions={actions} />
        {view.appeal && <AppealBody appeal={view.appeal} me={me} />}
        {!view.appeal && (
          <>
            <Section title={evidenceTitle(view)}>
              <CaseEvidence view={view} />
            </Section>
            <Section title={reportersText(reporterCount)}>
              {view.targetType === 'listing' && <Quiet mb={12}>{weightText(view)}</Quiet>}
              <ul className={`${classes.reports} plain`}>
                {reports.map(({ id, reason, comment, reporter, createdAt }) => (
                  <Entry
                    key={id}
                    title={reasonWithRule(reason)}
                    at={createdAt}
                    comment={comment}
                    by={serverText(reason, view) ?? reporterText(reporter)}
                  />
                ))}
              </ul>
              {more > 0 && <Quiet>and {more} earlier</Quiet>}
            </Section>
          </>
        )}
        <Earlier view={view} me={me} />
      </div>
      <fieldset className={classes.foot} tabIndex={-1} aria-label="Decision">
        {view.status === 'decided' ? (
          <DecidedBar view={view} me={me} actions={actions} />
        ) : view.appeal ? (
          <AppealPanel view={view} actions={actions} />
        ) : (
          <DecisionPanel {...props} />
        )}
      </fieldset>
    </article>
  );
}

function reportersText(count: number): string {
  if (count === 0) return 'Why this is here';
  return `${count} ${count === 1 ? 'reporter' : 'reporters'}`;
}

function evidenceTitle({ reports, reporterCount }: CaseView): string {
  if (reports[0]?.reason === resubmittedReason) return 'Before the changes';
  return reporterCount === 0 ? 'As written' : 'As reported';
}

function reasonWithRule(reason: string): string {
  const rule = ruleOf(reason);
  return rule ? `${reasonLabel(reason)} (breaks rule ${rule})` : reasonLabel(reason);
}

function reporterText(reporter: CaseView['reports'][number]['reporter']): string {
  return reporter ? `${isolated(reporter.displayName)}, ${reporter.email}` : personName(null);
}

function Quiet(props: { mb?: number; children: ReactNode }) {
  return <Text fz="xs" c="dimmed" {...props} />;
}

function Head({ view, onOwner }: { view: CaseView; onOwner: DetailProps['onOwner'] }) {
  const { target, targetType } = view;
  const { owner } = target;
  const now = useMinute();
  const state = stateLabel(target.state);
  const seen = evidenceOf(view);
  // The evidence below shows an unchanged message in context.
  const isSaidBelow = targetType === 'message' && seen && isUnchanged(view, seen);
  return (
    <Group component="header" gap={16} align="flex-start" wrap="nowrap">
      {target.image && (
        <img className={classes.image} src={target.image} width={128} height={96} alt="" />
      )}
      <Box flex={1} miw={0}>
        <Group component="p" gap="4px 8px" m={0} fz="xs" c="dimmed">
          <KindIcon kind={targetType} size={16} />
          {kindLabels[targetType]}
          {state && (
            <Text span inherit px={8} bdrs="sm" bg="var(--hover)" c="var(--accent-text)" fw={600}>
              {state}
            </Text>
          )}
          <span className="numbers">
            {waitText(view, now)}
            {view.status === 'open' && `, harm ${view.harm}`}
          </span>
        </Group>
        <Title order={2} size="h3" my={2}>
          {target.path ? (
            <Anchor inherit c="inherit" href={target.path} target="_blank" rel="noreferrer">
              <bdi>{target.title}</bdi>
              <IconExternalLink
                size={16}
                stroke={1.75}
                color="var(--mantine-color-dimmed)"
                style={{ marginLeft: 6, verticalAlign: -1 }}
                aria-hidden
              />
              <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
            </Anchor>
          ) : (
            target.title
          )}
        </Title>
        <Quiet>
          {ownerLine(view)}
          {owner && (
            <>
              {' · '}
              <Anchor component={PageLink} to={personPath(owner.id)} inherit underline="always">
                About this person
              </Anchor>
              {' · '}
              <Anchor component="button" inherit underline="always" onClick={() => onOwner(owner)}>
                Everything about them
              </Anchor>
            </>
          )}
        </Quiet>
        {target.text && !isSaidBelow && (
          <Text dir="auto" mt={8} mah="10.5rem" className={`${classes.text} as-typed`}>
            {target.text}
          </Text>
        )}
      </Box>
    </Group>
  );
}

function ownerLine({ target: { owner }, targetType }: CaseView): string {
  if (!owner) return 'Account deleted';
  if (targetType === 'user') return owner.email;
  return `${targetType === 'message' ? 'From' : 'By'} ${isolated(owner.displayName)}, ${owner.email}`;
}

function ClaimLine({ view, me, actions }: Omit<CaseProps, 'draft'>) {
  const holder = holderOf(view, useMinute());
  if (view.status !== 'open') return null;
  const isMine = holder?.id === me;
  const isTaken = holder && !isMine;
  return (
    <Group
      gap={12}
      justify="space-between"
      wrap="nowrap"
      mih={44}
      mt={16}
      py="xxs"
      pl="sm"
      pr="xs"
      bd="1px solid var(--line)"
      bdrs="md"
    >
      <Text component="output" {...(isTaken && { c: 'var(--accent-text)', fw: 600 })}>
        {holder ? `Claimed by ${nameOf(holder, me)}` : 'Unclaimed'}
      </Text>
      {!isTaken && (
        <Button
          flex="none"
          size="compact-md"
          variant="default"
          disabled={actions.isBusy}
          aria-keyshortcuts="C"
          onClick={() => void (isMine ? actions.release(view.id) : actions.claim(view.id))}
        >
          {isMine ? 'Release' : 'Claim'}
        </Button>
      )}
    </Group>
  );
}

function Earlier({ view: { earlier, target }, me }: Pick<CaseProps, 'view' | 'me'>) {
  if (earlier.length === 0) return null;
  return (
    <Section title={`Earlier decisions about ${isolated(target.owner?.displayName ?? '')}`}>
      <ul className={`${classes.reports} plain`}>
        {earlier.map(({ caseId, targetType, decision, reason, decidedBy, decidedAt }) => (
          <Entry
            key={caseId}
            title={`${kindLabels[targetType]} ${decisionWords[decision].done}`}
            at={decidedAt}
            comment={reason}
            by={`By ${nameOf(decidedBy, me)}`}
          />
        ))}
      </ul>
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" mt={24}>
      <Text component="h3" fw={650} mb={8}>
        {title}
      </Text>
      {children}
    </Box>
  );
}

/** Returns why the server reported something itself, or undefined for reports by people. */
function serverText(reason: string, { targetType }: CaseView): string | undefined {
  if (reason === resubmittedReason) {
    return 'The seller edited the listing and asks for another look.';
  }
  if (reason !== heldReason) return undefined;
  if (targetType === 'message') {
    return 'The message met this rule. It was sent, and its reader sees a warning.';
  }
  if (targetType === 'listing') return 'The listing met this rule.';
  return 'At least four reviews of this seller in one day came from new accounts or accounts that share a network or browser.';
}

function Entry(props: { title: string; at: string; comment: string | null; by: string }) {
  return (
    <li>
      <Group component="p" gap={12} justify="space-between" align="baseline" wrap="nowrap" m={0}>
        <Text span fw={600}>
          {props.title}
        </Text>
        <Text span flex="none" fz="xs" c="dimmed">
          <TimeAgo at={props.at} />
        </Text>
      </Group>
      {props.comment && (
        <Text dir="auto" my={2} className="as-typed">
          {props.comment}
        </Text>
      )}
      <Quiet>{props.by}</Quiet>
    </li>
  );
}
