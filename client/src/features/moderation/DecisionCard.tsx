import { Anchor, Box, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { isolated } from '@marketplace/shared/direction';
import { imageUrlAtWidth } from '@marketplace/shared/media/urls';
import type { DecisionView } from '@marketplace/shared/moderation/appeals';
import { appealMaxLength, appealMinLength } from '@marketplace/shared/moderation/constants';
import { guidelineName, guidelinePath } from '@marketplace/shared/moderation/guidelines';
import { visibleText } from '@marketplace/shared/plain-text';
import { paths } from '../../config/paths.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { dayText } from '../../ui/time/time-text.ts';
import { useToday } from '../../ui/time/use-today.ts';
import classes from './DecisionCard.module.css';

interface Props {
  decision: DecisionView;
  /** The appeal that is being sent. Its `send` resolves when the server has it. */
  appeal: { send: (text: string) => Promise<void>; isBusy: boolean; error: string | undefined };
}

/** A decision about the user: what happened, which rule, what to change, and one appeal. */
export function DecisionCard({ decision, appeal }: Props) {
  const { target, guideline, rule, passage, reason, advice, createdAt, canResubmit } = decision;
  const today = useToday();
  const [isAppealing, setAppealing] = useState(false);
  const isOver = decision.reversedAt !== null;
  return (
    <Stack gap={12}>
      <Group gap={16} align="flex-start" wrap="nowrap">
        {target.image && (
          <img
            className={classes.image}
            src={imageUrlAtWidth(target.image, 320)}
            width={96}
            height={72}
            alt=""
          />
        )}
        <Box flex={1} miw={0}>
          <Text component="h3" fw={600} c={isOver ? 'dimmed' : undefined}>
            {titleOf(decision)}
          </Text>
          {target.type !== 'user' && <TargetName target={target} />}
          <Text fz="xs" c="dimmed">
            {dayText(createdAt, today)}
            {decision.automatic && ' · Automatic'}
            {isOver && ` · ${endOf(decision)}`}
          </Text>
        </Box>
      </Group>
      {guideline && (
        <Anchor href={guidelinePath(guideline.number)} underline="always" w="fit-content">
          {guidelineName(guideline.number)}
        </Anchor>
      )}
      {rule && <Text>{rule}</Text>}
      <Said label={decision.automatic ? 'Why' : 'From the moderator'} text={reason} />
      {passage && (
        <Text component="blockquote" dir="auto" className={`${classes.passage} as-typed`}>
          {passage}
        </Text>
      )}
      {!isOver && <Said label="What to change" text={advice} />}
      {decision.appeal && <Appeal appeal={decision.appeal} />}
      {isAppealing && decision.canAppeal && (
        <AppealForm {...appeal} onClose={() => setAppealing(false)} />
      )}
      {!isAppealing && (canResubmit || decision.canAppeal) && (
        <Group gap="xs">
          {canResubmit && target.path && (
            <Button component={PageLink} to={fixPath(target.path)}>
              Fix and send again
            </Button>
          )}
          {decision.canAppeal && (
            <Button variant="default" onClick={() => setAppealing(true)}>
              Appeal
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}

function Said({ label, text }: { label: string; text: string | null }) {
  if (!text) return null;
  return (
    <div>
      <Text fz="xs" c="dimmed">
        {label}
      </Text>
      <Text dir="auto" className="as-typed">
        {text}
      </Text>
    </div>
  );
}

/** Returns the editor's path for a listing, which then is sent to a moderator again. */
function fixPath(listingPath: string): string {
  return `${paths.editListing(listingPath.slice(listingPath.lastIndexOf('/') + 1))}?resubmit=1`;
}

function TargetName({ target: { title, path } }: { target: DecisionView['target'] }) {
  const name = <bdi>{title}</bdi>;
  if (!path) return <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>;
  return (
    <Anchor component={PageLink} to={path} c="inherit" underline="always" className="as-typed">
      {name}
    </Anchor>
  );
}

const names = { listing: 'listing', message: 'message', review: 'review', user: 'profile' };

function titleOf({ kind, target }: DecisionView): string {
  const what = `Your ${names[target.type]}`;
  switch (kind) {
    case 'held':
      return `${what} is waiting for a moderator`;
    case 'hidden':
      return `${what} is hidden until a moderator has looked at it`;
    case 'flagged':
      return `${what} was taken down`;
    case 'deleted':
      return `${what} was removed`;
    case 'warned':
      return target.type === 'user'
        ? 'You got a warning'
        : `You got a warning about this ${names[target.type]}`;
    case 'suspended':
      return 'Your account was suspended';
    case 'deactivated':
      return 'Your account was deactivated';
  }
}

function endOf({ appeal }: DecisionView): string {
  return appeal?.state === 'reversed' ? 'Reversed' : 'No longer applies';
}

const answers = {
  open: "We're reading your appeal. We'll email you the answer.",
  upheld: 'Our decision stays the same',
  reversed: 'We reversed our decision',
};

function Appeal({
  appeal: { text, state, answer },
}: {
  appeal: NonNullable<DecisionView['appeal']>;
}) {
  return (
    <Box className={classes.appeal}>
      <Said label="Your appeal" text={text} />
      <Text mt={8} fw={600}>
        {answers[state]}
      </Text>
      <Said label="Answer" text={answer} />
    </Box>
  );
}

/** Focuses the field when its form opens. */
const focus = (field: HTMLTextAreaElement | null) => field?.focus();

function AppealForm({ send, isBusy, error, onClose }: Props['appeal'] & { onClose: () => void }) {
  const [text, setText] = useState('');
  const { length } = visibleText(text).trim();
  const isReady = length >= appealMinLength;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady && !isBusy) void send(text);
  };
  return (
    <Stack component="form" gap={12} onSubmit={submit}>
      <Textarea
        label="Why is this a mistake?"
        description={`Another moderator will read this. You can appeal once. ${isolated(`${length}/${appealMaxLength}`)}`}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={appealMaxLength}
        value={text}
        error={error}
        onChange={(event) => setText(event.currentTarget.value)}
        ref={focus}
      />
      <div className="dialog-actions">
        <Button variant="default" disabled={isBusy} onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          loading={isBusy}
          disabled={!isReady}
          title={isReady ? undefined : `Write at least ${appealMinLength} characters`}
        >
          Send appeal
        </Button>
      </div>
    </Stack>
  );
}
