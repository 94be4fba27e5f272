import { Button, Group, Paper, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconKey } from '../../ui/icons/page-icons.tsx';
import { PageContainer, PageSkeleton } from '../../ui/PageContainer.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { dateText } from '../../ui/time/time-text.ts';
import { ConfirmForm } from './ConfirmFactorDialog.tsx';

/**
 * Renders the Admin Center for admins who meet the rule about second factors. Others add a factor or
 * confirm it first. The server decides; without its answer, the Admin Center shows what each call
 * answers.
 */
export function AdminFactorGate({ children }: { children: ReactNode }) {
  const { data, isPending } = trpc.totp.status.useQuery(undefined, { refetchOnMount: 'always' });
  if (isPending) return <PageSkeleton />;
  if (data?.adminNeeds === 'ENROLL') return <Enroll />;
  if (data?.adminNeeds === 'CONFIRM') return <Confirm />;
  return children;
}

/** How long before the end of the grace the banner begins, in ms. */
const bannerTime = 30 * 24 * 60 * 60 * 1000;

/** Says by when an admin without a second factor needs one. */
export function AdminFactorBanner() {
  const { data } = trpc.totp.status.useQuery();
  const [openedAt] = useState(Date.now);
  const until = data?.adminUntil;
  if (!until || Date.parse(until) - openedAt > bannerTime) return null;
  return (
    <Paper role="note" withBorder radius="lg" p="sm" mb="md">
      <Group justify="space-between" gap="sm">
        <Text>
          Add a second factor by {dateText(until)}. After that, the Admin Center needs one.
        </Text>
        <Button component={PageLink} to={paths.secondFactor()} size="xs">
          Add a second factor
        </Button>
      </Group>
    </Paper>
  );
}

function Enroll() {
  return (
    <Gate
      title="Admins need a second factor"
      text="Add a passkey or an authenticator app to keep the marketplace safe. It takes a minute."
    >
      <Button component={PageLink} to={paths.secondFactor()} fullWidth>
        Add a second factor
      </Button>
    </Gate>
  );
}

function Confirm() {
  return (
    <Gate
      title="Confirm it's you"
      text="The Admin Center needs your second factor in each browser that you sign in to."
    >
      {/* Open sockets know the session as it was, so the page starts over. */}
      <ConfirmForm onConfirmed={() => window.location.reload()} />
    </Gate>
  );
}

function Gate({ children, ...about }: { title: string; text: string; children: ReactNode }) {
  return (
    <PageContainer size={440} mih="60vh">
      <EmptyState
        order={1}
        icon={<IconKey size={48} stroke={1.25} color="var(--mantine-color-dimmed)" aria-hidden />}
        {...about}
      />
      <Paper withBorder radius="lg" p="lg">
        {children}
      </Paper>
    </PageContainer>
  );
}
