import { Button, Stack, Text, Textarea } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { noteMaxLength } from '@marketplace/shared/admin/constants';
import type { PersonNote } from '@marketplace/shared/admin/person';
import { isVisible } from '@marketplace/shared/plain-text';
import { trpc } from '../../../api/trpc.ts';
import { useClientId } from '../../../api/use-client-id.ts';
import { SettingsSection } from '../../../ui/settings/SettingsSection.tsx';
import { toastRefusal } from '../ActionDialog.tsx';
import { QuotedText } from '../table-cells.tsx';
import { Byline } from './person-sections.tsx';

/** The notes of admins about a person, newest first, and the field for the next one. */
export function Notes({ userId, notes }: { userId: string; notes: PersonNote[] }) {
  const { person } = trpc.useUtils().admin;
  const [text, setText] = useState('');
  const [clientId, renewClientId] = useClientId();
  const add = trpc.admin.addNote.useMutation({
    async onSuccess() {
      renewClientId();
      setText('');
      await person.invalidate({ id: userId });
    },
    onError: (error) => toastRefusal(error, "We couldn't add this note."),
  });
  const isReady = isVisible(text) && !add.isPending;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) add.mutate({ id: userId, text, clientId });
  };
  return (
    <SettingsSection title="Notes">
      <Stack gap="md">
        <Stack component="form" gap="sm" onSubmit={submit}>
          <Textarea
            label="New note"
            description="Only admins see notes here. The person gets them in an export of their data."
            autosize
            minRows={2}
            maxRows={8}
            maxLength={noteMaxLength}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <div className="dialog-actions">
            <Button type="submit" disabled={!isReady}>
              {add.isPending ? 'Adding...' : 'Add note'}
            </Button>
          </div>
        </Stack>
        {notes.map(({ id, text, author, createdAt }) => (
          <div key={id}>
            <Byline who={author?.displayName ?? 'Account deleted'} at={createdAt} />
            <QuotedText>{text}</QuotedText>
          </div>
        ))}
        {notes.length === 0 && <Text c="dimmed">No notes yet.</Text>}
      </Stack>
    </SettingsSection>
  );
}
