import { Button, FileButton, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useRef } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import { acceptedImageTypes } from '@marketplace/shared/media/constants';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { UserAvatar } from '../../ui/UserAvatar.tsx';
import { toastFailure } from '../../api/failure.ts';
import { uploadImage } from '../uploads/upload-image.ts';
import { useProfileRefresh } from './use-profile-refresh.ts';

/** One's picture: chosen or removed at once, shown as a circle out of its middle. */
export function ProfilePicture({ user }: { user: CurrentUser }) {
  const resetFile = useRef<() => void>(null);
  const refresh = useProfileRefresh();
  const update = trpc.account.update.useMutation();
  const change = useMutation({
    async mutationFn(file: File | null) {
      await update.mutateAsync({ avatarImage: file && (await uploadImage(file)) });
      await refresh();
    },
    onSuccess: (_done, file) =>
      toast({ title: file ? 'Picture saved' : 'Picture removed', kind: 'success' }),
    onError: (error) =>
      toastFailure(error, { message: 'Your picture could not be saved. Please try again.' }),
    // The same file again is a change too.
    onSettled: () => resetFile.current?.(),
  });
  return (
    <Group gap="lg" wrap="nowrap">
      <UserAvatar user={user} size={72} />
      <Stack gap={6}>
        <Group gap="xs">
          <FileButton
            resetRef={resetFile}
            accept={acceptedImageTypes.join(',')}
            onChange={(file) => file && change.mutate(file)}
          >
            {(props) => (
              <Button {...props} variant="default" size="xs" disabled={change.isPending}>
                {change.isPending && change.variables ? 'Uploading...' : 'Upload picture'}
              </Button>
            )}
          </FileButton>
          {user.profileImageUrl && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              disabled={change.isPending}
              onClick={() => change.mutate(null)}
            >
              Remove
            </Button>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          At most 10 MB. Its middle is shown as a circle.
        </Text>
        <VisuallyHidden component="output">
          {change.isPending ? 'Saving your picture' : ''}
        </VisuallyHidden>
      </Stack>
    </Group>
  );
}
