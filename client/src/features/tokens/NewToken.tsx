import { Button, Group, Text, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { NewApiToken } from '@marketplace/shared/tokens/views';
import { toast } from '../../ui/toast.ts';
import classes from './ApiTokens.module.css';

/** The one time that a token is shown. */
export function NewToken({ token, onDone }: { token: NewApiToken; onDone: () => void }) {
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
