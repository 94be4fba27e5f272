import { Badge, Group, Text } from '@mantine/core';
import type { SignInView } from '@marketplace/shared/auth/sign-ins';
import { trpc } from '../../api/trpc.ts';
import { MoreButton } from '../../ui/LoadMore.tsx';
import {
  Loaded,
  SettingsList,
  SettingsRow,
  SettingsSection,
} from '../../ui/settings/SettingsSection.tsx';
import { clockText, dateText } from '../../ui/time/time-text.ts';

/** The log of sign-ins to the user's account, newest first, with refused ones marked. */
export function SignIns() {
  const log = trpc.account.signIns.useInfiniteQuery(
    { limit: 5 },
    { getNextPageParam: ({ nextCursor }) => nextCursor, refetchOnMount: 'always' },
  );
  return (
    <SettingsSection
      title="Sign-ins"
      text="From the last year. If you don't recognize one, sign out of all devices."
    >
      <Loaded query={log} height={220}>
        {({ pages: [first, ...others] }) =>
          first?.items.length ? (
            <>
              <SettingsList label="Sign-ins">
                {[first, ...others].flatMap(({ items }) =>
                  items.map((entry) => <SignInRow key={entry.id} entry={entry} />),
                )}
              </SettingsList>
              <MoreButton query={log} what="sign-ins" mt="sm" />
            </>
          ) : (
            <Text c="dimmed">Your next sign-in will show up here.</Text>
          )
        }
      </Loaded>
    </SettingsSection>
  );
}

const means: Record<SignInView['outcome'], string> = {
  'signed-in': 'With a code by email',
  'trusted-device': 'On a trusted device',
  passkey: 'With a passkey',
  refused: 'Wrong code',
};

function SignInRow({ entry }: { entry: SignInView }) {
  const { outcome, device, network, createdAt } = entry;
  return (
    <SettingsRow
      title={
        <Group style={{ gap: '0.125rem 0.5rem' }}>
          {device}
          {outcome === 'refused' && (
            <Badge variant="light" color="red" size="sm" tt="none">
              Refused
            </Badge>
          )}
        </Group>
      }
      text={`${dateText(createdAt)}, ${clockText(createdAt)} · ${means[outcome]} · Network ${network}`}
    />
  );
}
