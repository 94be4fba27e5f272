import { Anchor, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState, useEffect } from 'react';
import type { ApiTokenView, NewApiToken } from '@marketplace/shared/tokens/schemas';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { SettingsSection } from '../../ui/SettingsSection.tsx';
import { toastFailure } from '../listings/failure.ts';
import classes from './ApiTokens.module.css';
import { TokenForm } from './TokenForm.tsx';

/** Personal tokens for programs: made here, shown once, and ended here. */
export function ApiTokens() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [made, setMade] = useState<NewApiToken | null>(null);
  const tokens = trpc.tokens.list.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <SettingsSection title="API tokens" headingRef={heading}>
      <Stack gap="md">
        <Text>
          With a token a program of yours can use the marketplace as you, without signing in. See
          the{' '}
          <Anchor href="/api/docs" inherit underline="always">
            API documentation
          </Anchor>
          .
        </Text>
        {made && <NewToken key={made.id} token={made} onDone={() => setMade(null)} />}
        {tokens.data ? (
          <TokenList
            tokens={tokens.data}
            onRevoked={(id) => {
              if (made?.id === id) setMade(null);
              heading.current?.focus();
            }}
          />
        ) : tokens.isError ? (
          <Group role="alert" justify="space-between">
            <Text>This could not be loaded.</Text>
            <Button variant="default" size="xs" onClick={() => void tokens.refetch()}>
              Try again
            </Button>
          </Group>
        ) : (
          <Skeleton height={60} />
        )}
        <TokenForm onMade={setMade} />
      </Stack>
    </SettingsSection>
  );
}

interface ListProps {
  tokens: ApiTokenView[];
  onRevoked: (id: string) => void;
}

function TokenList({ tokens, onRevoked }: ListProps) {
  const { list } = trpc.useUtils().tokens;
  const revoke = trpc.tokens.revoke.useMutation({
    async onSuccess(_, { id }) {
      await list.invalidate();
      // The button that had the focus is gone.
      onRevoked(id);
    },
    async onError(error) {
      toastFailure(error, { message: 'This token could not be revoked. Please try again.' });
      await list.invalidate();
    },
  });
  if (tokens.length === 0) return <Text c="dimmed">You have no tokens.</Text>;
  return (
    <ul className={classes.list} aria-label="API tokens">
      {tokens.map((token) => (
        <li key={token.id} className={classes.row}>
          <div className={classes.what}>
            <div className={classes.name}>{token.name}</div>
            <Text c="dimmed" size="xs">
              {lineOf(token)}
            </Text>
          </div>
          <Button
            variant="default"
            size="xs"
            aria-label={`Revoke ${token.name}`}
            disabled={revoke.isPending}
            onClick={() => revoke.mutate({ id: token.id })}
          >
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  );
}

function lineOf({ scope, createdAt, lastUsedAt }: ApiTokenView): string {
  const may = scope === 'write' ? 'Read and write' : 'Read only';
  const used = lastUsedAt ? `last used on ${dayOf(lastUsedAt)}` : 'never used';
  return `${may} · made on ${dayOf(createdAt)} · ${used}`;
}

function dayOf(time: string): string {
  return new Date(time).toLocaleDateString('en-US', { dateStyle: 'medium' });
}

/** The one time that a token is shown. */
function NewToken({ token, onDone }: { token: NewApiToken; onDone: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.select();
  }, []);
  return (
    <div className={classes.made}>
      <Text fw={600} mb="xs">
        Copy “{token.name}” now. It is not shown again.
      </Text>
      <TextInput
        ref={field}
        aria-label={`The token ${token.name}`}
        value={token.token}
        readOnly
        autoComplete="off"
        spellCheck={false}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group mt="sm">
        <Button onClick={() => void copy(token.token)}>Copy</Button>
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
      </Group>
    </div>
  );
}

async function copy(token: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(token);
    toast({ title: 'Token copied!', kind: 'success' });
  } catch {
    toast({ title: 'Copy failed', message: 'Please copy the token by hand.', kind: 'error' });
  }
}
