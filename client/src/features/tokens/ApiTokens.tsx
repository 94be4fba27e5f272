import '@mantine/core/styles/Radio.layer.css';
import { Anchor, Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { isolated } from '@marketplace/shared/direction';
import { isVisible } from '@marketplace/shared/plain-text';
import { tokenNameMaxLength, type TokenScope } from '@marketplace/shared/tokens/constants';
import type { ApiTokenView, NewApiToken } from '@marketplace/shared/tokens/schemas';
import { trpc } from '../../api/trpc.ts';
import { useClientId } from '../../api/use-client-id.ts';
import { OneTimeSecret } from '../../ui/settings/OneTimeSecret.tsx';
import {
  Loaded,
  SettingsList,
  SettingsRow,
  SettingsSection,
  useFocusHeading,
} from '../../ui/settings/SettingsSection.tsx';
import { useConfirmation } from '../factors/Confirmation.tsx';
import { dateText } from '../../ui/time/time-text.ts';
import { fieldIssues } from '../../api/errors.ts';
import { toastFailure } from '../../api/failure.ts';

/** Personal tokens for programs: made here, shown once, and ended here. */
export function ApiTokens() {
  const [made, setMade] = useState<NewApiToken | null>(null);
  const tokens = trpc.tokens.list.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <>
      <SettingsSection
        title="API tokens"
        text={
          <>
            Use a token to access the API as you, without signing in. See the{' '}
            <Anchor href="/api/docs" inherit underline="always">
              API documentation
            </Anchor>
            .
          </>
        }
      >
        <Stack gap="md">
          {made && (
            <OneTimeSecret
              key={made.id}
              title={`Copy “${made.name}” now. You won't be able to see it again.`}
              label={`The token ${isolated(made.name)}`}
              value={made.token}
              copied="Token copied!"
              onDone={() => setMade(null)}
            />
          )}
          <Loaded query={tokens} height={22}>
            {(data) => (
              <TokenList tokens={data} onRevoked={(id) => made?.id === id && setMade(null)} />
            )}
          </Loaded>
        </Stack>
      </SettingsSection>
      <SettingsSection title="Create a token">
        <TokenForm onMade={setMade} />
      </SettingsSection>
    </>
  );
}

function TokenList(props: { tokens: ApiTokenView[]; onRevoked: (id: string) => void }) {
  const { tokens, onRevoked } = props;
  const { list } = trpc.useUtils().tokens;
  const focusHeading = useFocusHeading();
  const revoke = trpc.tokens.revoke.useMutation({
    async onSuccess(_, { id }) {
      await list.invalidate();
      onRevoked(id);
      focusHeading();
    },
    async onError(error) {
      toastFailure(error, { message: "We couldn't revoke this token. Please try again." });
      await list.invalidate();
    },
  });
  if (tokens.length === 0) return <Text c="dimmed">You don&apos;t have any tokens.</Text>;
  return (
    <SettingsList label="API tokens">
      {tokens.map((token) => (
        <SettingsRow
          key={token.id}
          title={
            <div dir="auto" style={{ textAlign: 'left' }}>
              {token.name}
            </div>
          }
          text={lineOf(token)}
        >
          <Button
            variant="default"
            size="xs"
            aria-label={`Revoke ${isolated(token.name)}`}
            disabled={revoke.isPending}
            onClick={() => revoke.mutate({ id: token.id })}
          >
            Revoke
          </Button>
        </SettingsRow>
      ))}
    </SettingsList>
  );
}

function lineOf({ scope, createdAt, lastUsedAt }: ApiTokenView): string {
  const may = scope === 'write' ? 'Read and write' : 'Read only';
  const used = lastUsedAt ? `last used on ${dateText(lastUsedAt)}` : 'never used';
  return `${may} · created on ${dateText(createdAt)} · ${used}`;
}

/** Makes a token of a name and a scope. */
function TokenForm({ onMade }: { onMade: (token: NewApiToken) => void }) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenScope>('read');
  const [clientId, renewId] = useClientId();
  const { list } = trpc.useUtils().tokens;
  const confirmThen = useConfirmation();
  const create = trpc.tokens.create.useMutation({
    async onSuccess(token) {
      renewId();
      setName('');
      setScope('read');
      onMade(token);
      await list.invalidate();
    },
    onError(error, input) {
      if (confirmThen(error, () => create.mutate(input))) return;
      if (fieldIssues(error).some(({ path }) => path === 'name')) return;
      toastFailure(error, { message: "We couldn't create the token. Please try again." });
    },
  });
  const issue = fieldIssues(create.error).find(({ path }) => path === 'name');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!create.isPending) create.mutate({ name, scope, clientId });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="What you'll use the token for."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={name}
          maxLength={tokenNameMaxLength}
          autoComplete="off"
          error={issue?.message}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Radio.Group
          label="Access"
          value={scope}
          onChange={(value) => setScope(value === 'write' ? 'write' : 'read')}
        >
          <Group mt="xs">
            <Radio value="read" label="Read only" />
            <Radio value="write" label="Read and write" />
          </Group>
        </Radio.Group>
        <Group>
          <Button type="submit" disabled={create.isPending || !isVisible(name)}>
            {create.isPending ? 'Creating...' : 'Create token'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
