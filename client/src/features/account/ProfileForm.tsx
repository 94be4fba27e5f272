import {
  Anchor,
  Button,
  FileButton,
  Group,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useRef } from 'react';
import {
  usernameHelp,
  usernameMaxLength,
  usernamePattern,
} from '@marketplace/shared/account/constants';
import type { CurrentUser } from '@marketplace/shared/auth/schemas';
import { imageInputTypes } from '@marketplace/shared/media/constants';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import { SettingsSection } from '../../ui/settings/SettingsSection.tsx';
import { toast } from '../../ui/toast.ts';
import { UserAvatar } from '../../ui/avatar/UserAvatar.tsx';
import { useCurrentUser } from '../auth/use-current-user.ts';
import { profileFieldProps, useProfileFields } from '../auth/use-introduction.ts';
import { toastFailure } from '../../api/failure.ts';
import { LocationAutocomplete } from '../../ui/LocationAutocomplete.tsx';
import { uploadImage } from '../uploads/upload-image.ts';

/** The form for the public profile. */
export function ProfileForm() {
  const user = useCurrentUser();
  return (
    <SettingsSection title="Profile">
      {user ? (
        <Stack gap="lg">
          <ProfilePicture user={user} />
          <ProfileFields user={user} />
        </Stack>
      ) : (
        <Skeleton height={220} />
      )}
    </SettingsSection>
  );
}

/** The user's picture. Uploading or removing it saves at once. */
function ProfilePicture({ user }: { user: CurrentUser }) {
  const resetFile = useRef<() => void>(null);
  const upload = useRef<HTMLButtonElement>(null);
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
      toastFailure(error, { message: "We couldn't save your picture. Please try again." }),
    onSettled() {
      // Lets the user choose the same file again.
      resetFile.current?.();
      // "Remove" disappears with the picture and would lose the focus.
      if (document.activeElement === document.body) upload.current?.focus();
    },
  });
  return (
    <Group gap="lg" wrap="nowrap">
      <UserAvatar user={user} size={72} />
      <Stack gap={6}>
        <Group gap="xs">
          <FileButton
            resetRef={resetFile}
            accept={imageInputTypes.join(',')}
            onChange={(file) => file && !change.isPending && change.mutate(file)}
          >
            {(props) => (
              <Button
                {...props}
                ref={upload}
                variant="default"
                size="xs"
                data-disabled={change.isPending || undefined}
              >
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
          Up to 10 MB. Cropped to a circle.
        </Text>
        <VisuallyHidden component="output">
          {change.isPending ? 'Saving your picture' : ''}
        </VisuallyHidden>
      </Stack>
    </Group>
  );
}

function ProfileFields({ user }: { user: CurrentUser }) {
  const { field, submit, isChanged, isUsernameBad, isSaving } = useProfileValues(user);
  const username = field('username');
  const town = field('town');
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput {...profileFieldProps.firstName} {...field('firstName')} />
          <TextInput {...profileFieldProps.lastName} {...field('lastName')} />
        </SimpleGrid>
        <TextInput
          label="Username"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          description={isUsernameBad ? undefined : "Shown if you don't add a name."}
          maxLength={usernameMaxLength}
          {...username}
          error={isUsernameBad ? usernameHelp : username.error}
        />
        <LocationAutocomplete
          placeholder="Town or city"
          description={town.error ? undefined : 'Optional. Helps people judge the distance.'}
          {...profileFieldProps.town}
          {...town}
        />
        <Group justify="space-between" gap="sm">
          <Text size="xs" c="dimmed">
            Visible to everyone.{' '}
            <Anchor component={PageLink} to={paths.user(user.id)} inherit underline="always">
              View your public page
            </Anchor>
          </Text>
          <Button
            type="submit"
            w={{ base: '100%', xs: 'auto' }}
            disabled={!isChanged || isUsernameBad || isSaving}
            title={isChanged ? undefined : 'No changes to save'}
          >
            {isSaving ? 'Saving...' : 'Save'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useProfileValues(user: CurrentUser) {
  const { me } = trpc.useUtils().auth;
  const refresh = useProfileRefresh();
  const initial = {
    firstName: user.firstName ?? '',
    lastName: user.lastName ?? '',
    username: user.username,
    town: user.town ?? '',
  };
  const { values, change, field, update } = useProfileFields(initial, async () => {
    await refresh();
    toast({ title: 'Profile saved', kind: 'success' });
  });
  const wanted = {
    firstName: values.firstName.trim() || null,
    lastName: values.lastName.trim() || null,
    username: values.username.trim(),
    town: values.town.trim() || null,
  };
  const isChanged = (['firstName', 'lastName', 'username', 'town'] as const).some(
    (name) => wanted[name] !== user[name],
  );
  const isUsernameBad = !usernamePattern.test(wanted.username);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isChanged || isUsernameBad || update.isPending) return;
    // The server stores the canonical form of the typed town.
    const showStored = () => change('town', me.getData()?.town ?? '');
    update.mutate(wanted, { onSuccess: showStored });
  };
  return { field, submit, isChanged, isUsernameBad, isSaving: update.isPending };
}

/** Returns a function that refetches all data with the user's name or picture. */
function useProfileRefresh() {
  const { auth, account, listings, reviews } = trpc.useUtils();
  return () =>
    Promise.all([auth.me, account.profile, listings, reviews].map((part) => part.invalidate()));
}
