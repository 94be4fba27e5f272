import { Box, Divider, Group, Progress, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Divider.layer.css';
import '@mantine/core/styles/Progress.layer.css';
import { Fragment } from 'react';
import { type Level, levels } from '@marketplace/shared/standing/levels';
import type { StandingView } from '@marketplace/shared/standing/schemas';
import { trpc } from '../../api/trpc.ts';
import { IconCheck } from '../../ui/icons/listing-icons.tsx';
import { Loaded, SettingsSection } from '../../ui/settings/SettingsSection.tsx';
import classes from './Standing.module.css';

const names: Record<Level, string> = {
  new: 'New',
  member: 'Member',
  regular: 'Regular',
  trusted: 'Trusted',
};

const greetings: Record<Level, string> = {
  new: 'Welcome. Everything is open to you. A few daily limits are lower in your first days.',
  member: "You're part of the marketplace, with the full daily limits.",
  regular: 'People here know you. Thanks for stopping by so often.',
  trusted: 'Your neighbors rely on you, and your reports count twice.',
};

/** The user's level, what it allows, and what leads to the next one. */
export function Standing() {
  const standing = trpc.account.standing.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <>
      <SettingsSection
        title="Your standing"
        text="Standing grows with time and good deals. Only you and moderators can see it."
      >
        <Loaded query={standing} height={220}>
          {({ level, facts }) => (
            <Stack gap="lg">
              <Levels level={level} />
              <Text>{greetings[level]}</Text>
              <Stack component="ul" className="plain" gap={4} aria-label="What counts">
                {facts
                  .filter(({ code, count }) => count !== 0 || code === 'ageDays')
                  .map(({ code, text }) => (
                    <Text component="li" key={code} c="dimmed" size="sm">
                      {text}
                    </Text>
                  ))}
              </Stack>
            </Stack>
          )}
        </Loaded>
      </SettingsSection>
      <SettingsSection title="What you can do now">
        <Loaded query={standing} height={84}>
          {({ limits }) => <Limits limits={limits} />}
        </Loaded>
      </SettingsSection>
      <SettingsSection title="What comes next">
        <Loaded query={standing} height={120}>
          {({ level, next }) => <Next level={level} next={next} />}
        </Loaded>
      </SettingsSection>
    </>
  );
}

function Levels({ level }: { level: Level }) {
  const reached = levels.indexOf(level);
  return (
    <ol className={classes.levels} aria-label="Levels">
      {levels.map((name, at) => (
        <li
          key={name}
          data-reached={at <= reached || undefined}
          aria-current={at === reached ? 'step' : undefined}
        >
          {names[name]}
        </li>
      ))}
    </ol>
  );
}

function Limits({ limits }: Pick<StandingView, 'limits'>) {
  return (
    <Stack component="ul" className="plain" gap={6}>
      {limits.map(({ code, text }) => (
        <Text component="li" key={code} className={classes.limit}>
          <IconCheck size={18} stroke={1.75} aria-hidden />
          {text}
        </Text>
      ))}
    </Stack>
  );
}

function Next({ level, next }: Pick<StandingView, 'level' | 'next'>) {
  if (!next)
    return <Text>You&apos;ve reached the highest level. Thanks for being a good neighbor.</Text>;
  if (next.length === 0) return <Text>A moderator chose this level for you.</Text>;
  const name = names[levels[levels.indexOf(level) + 1] ?? level];
  return (
    <Stack gap="md">
      <Text c="dimmed">
        {next.length > 1 ? `Any one of these takes you to ${name}.` : `This takes you to ${name}.`}
      </Text>
      {next.map(({ steps }, at) => (
        <Fragment key={steps.map(({ code }) => code).join()}>
          {at > 0 && <Divider label="or" />}
          <Stack component="ul" className="plain" gap="md">
            {steps.map((step) => (
              <Step key={step.code} step={step} />
            ))}
          </Stack>
        </Fragment>
      ))}
    </Stack>
  );
}

function Step({ step }: { step: NonNullable<StandingView['next']>[number]['steps'][number] }) {
  const { code, have, need, text } = step;
  if (code === 'decisions') return <Text component="li">{text}.</Text>;
  return (
    <Box component="li">
      <Group justify="space-between" wrap="nowrap" gap="md" mb={6}>
        <Text>{text}</Text>
        <Text c="dimmed" size="sm" style={{ flex: 'none' }}>
          {have >= need ? 'Done' : `${have} of ${need}`}
        </Text>
      </Group>
      <Progress value={(100 * have) / need} size="sm" aria-label={text} />
    </Box>
  );
}
