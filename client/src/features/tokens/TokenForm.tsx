import '@mantine/core/styles/Radio.layer.css';
import { Button, Group, Radio, Stack, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { tokenNameMaxLength, type TokenScope } from '@marketplace/shared/tokens/constants';
import type { NewApiToken } from '@marketplace/shared/tokens/schemas';
import { trpc } from '../../api/trpc.ts';
import { fieldIssues, toastFailure } from '../../api/failure.ts';

/** Makes a token of a name and a scope. */
export function TokenForm({ onMade }: { onMade: (token: NewApiToken) => void }) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<TokenScope>('read');
  const { list } = trpc.useUtils().tokens;
  const create = trpc.tokens.create.useMutation({
    async onSuccess(token) {
      setName('');
      setScope('read');
      onMade(token);
      await list.invalidate();
    },
    onError(error) {
      if (fieldIssues(error).some(({ path }) => path === 'name')) return;
      toastFailure(error, { message: 'The token could not be made. Please try again.' });
    },
  });
  const issue = fieldIssues(create.error).find(({ path }) => path === 'name');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!create.isPending) create.mutate({ name, scope });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="What the token is for."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={name}
          maxLength={tokenNameMaxLength}
          autoComplete="off"
          error={issue?.message}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Radio.Group
          label="It may"
          value={scope}
          onChange={(value) => setScope(value === 'write' ? 'write' : 'read')}
        >
          <Group mt="xs">
            <Radio value="read" label="Only read" />
            <Radio value="write" label="Read and write" />
          </Group>
        </Radio.Group>
        <Group>
          <Button type="submit" disabled={create.isPending || name.trim() === ''}>
            {create.isPending ? 'Making...' : 'Make a token'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
