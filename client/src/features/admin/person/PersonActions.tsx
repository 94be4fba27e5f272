import { Button, Checkbox, Group, NativeSelect, NumberInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Person } from '@marketplace/shared/admin/person';
import { isolated } from '@marketplace/shared/direction';
import { maxSuspensionDays } from '@marketplace/shared/moderation/suspension';
import { trpc } from '../../../api/trpc.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { ReasonForm, toastRefusal } from '../ActionDialog.tsx';
import type { AdminClient } from '../admin-events.ts';
import { adjustmentText } from './person-sections.tsx';

type Fields = { days: number; banMailbox: boolean; by: number };
type Given = { reason: string; guideline: number | undefined };

interface PersonAction {
  label: string;
  text: (name: string) => string;
  done: string;
  isDangerous?: boolean;
  /** Renders the fields above the reason. */
  fields?: (values: Fields, change: (part: Partial<Fields>) => void) => ReactNode;
  /** True if the admin can name a community rule. */
  hasRule?: boolean;
  /** True if the reason is for admins, and not emailed to the person. */
  isInternal?: boolean;
  run: (client: AdminClient, given: Given, of: Fields & { id: string }) => Promise<unknown>;
}

const suspend: PersonAction = {
  label: 'Suspend',
  text: (name) =>
    `${name} will be able to sign in and read, but not post, message, or change anything. Their listings will be hidden until the suspension ends.`,
  done: 'The account is suspended.',
  isDangerous: true,
  hasRule: true,
  fields: ({ days }, change) => (
    <NumberInput
      label="Days"
      min={1}
      max={maxSuspensionDays}
      allowDecimal={false}
      value={days}
      onChange={(value) => change({ days: Number(value) })}
    />
  ),
  run: (client, given, { id, days }) => client.admin.suspend.mutate({ id, days, ...given }),
};

const endSuspension: PersonAction = {
  label: 'End suspension',
  text: (name) => `${name} will be able to post and message, and their listings will be visible.`,
  done: 'The suspension has ended.',
  run: (client, { reason }, { id }) => client.admin.endSuspension.mutate({ id, reason }),
};

const deactivate: PersonAction = {
  label: 'Deactivate',
  text: (name) =>
    `${name} will be signed out everywhere and unable to sign in. Their listings will be hidden; conversations stay readable.`,
  done: 'The account is deactivated.',
  isDangerous: true,
  hasRule: true,
  fields: ({ banMailbox }, change) => (
    <Checkbox
      label="Ban the mailbox"
      description="No one can sign up with another form of this email address."
      checked={banMailbox}
      onChange={(event) => change({ banMailbox: event.currentTarget.checked })}
    />
  ),
  run: (client, given, { id, banMailbox }) =>
    client.admin.deactivate.mutate({ id, banMailbox, ...given }),
};

const reactivate: PersonAction = {
  label: 'Reactivate',
  text: (name) =>
    `${name} will be able to sign in, and their listings will be visible again. A ban of their mailbox ends.`,
  done: 'The account is active again.',
  run: (client, { reason }, { id }) => client.admin.reactivate.mutate({ id, reason }),
};

const adjustments = [3, 2, 1, 0, -1, -2, -3];

const adjustStanding: PersonAction = {
  label: 'Adjust standing',
  text: (name) =>
    `Raise or lower the level that ${name} has earned. They'll see that a moderator adjusted it.`,
  done: 'The standing is adjusted.',
  isInternal: true,
  fields: ({ by }, change) => (
    <NativeSelect
      label="Level"
      data={adjustments.map((value) => ({ value: String(value), label: adjustmentText(value) }))}
      value={String(by)}
      onChange={(event) => change({ by: Number(event.currentTarget.value) })}
    />
  ),
  run: (client, { reason }, { id, by }) => client.admin.adjustStanding.mutate({ id, by, reason }),
};

/** The buttons of what an admin can do about a person, with their dialogs. */
export function PersonActions({ user }: { user: Person['user'] }) {
  const { id, isActive, isAdmin, suspension } = user;
  const [action, setAction] = useState(suspend);
  const [opened, setOpened] = useState(false);
  const [openings, setOpenings] = useState(0);
  if (useCurrentUser()?.id === id) return null;
  const actions = isActive
    ? [
        adjustStanding,
        ...(suspension ? [endSuspension] : []),
        ...(isAdmin ? [] : [suspend]),
        deactivate,
      ]
    : [reactivate];
  const open = (chosen: PersonAction) => {
    setAction(chosen);
    setOpened(true);
    setOpenings(openings + 1);
  };
  return (
    <Group gap={8}>
      {actions.map((one) => (
        <Button
          key={one.label}
          variant="default"
          size="sm"
          c={one.isDangerous ? 'var(--mantine-color-error)' : undefined}
          onClick={() => open(one)}
        >
          {one === suspend && suspension ? 'Change suspension' : one.label}
        </Button>
      ))}
      <PersonDialog
        // Each opening starts with empty fields.
        key={openings}
        user={user}
        action={action}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </Group>
  );
}

interface DialogProps {
  user: Person['user'];
  action: PersonAction;
  opened: boolean;
  onClose: () => void;
}

function PersonDialog({ user, action, opened, onClose }: DialogProps) {
  const utils = trpc.useUtils();
  const [fields, setFields] = useState<Fields>({
    ...{ days: 7, banMailbox: false, by: user.standingAdjustment },
  });
  const act = useMutation({
    mutationFn: (given: Given) => action.run(utils.client, given, { ...fields, id: user.id }),
    onSuccess() {
      void utils.admin.person.invalidate({ id: user.id });
      toast({ title: action.done, kind: 'success' });
      onClose();
    },
    onError: (error) => toastRefusal(error, "That didn't work."),
  });
  const close = () => {
    if (!act.isPending) onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={action.label}>
      <ReasonForm
        text={action.text(isolated(user.displayName))}
        reason={{
          isRequired: true,
          ...(action.isInternal
            ? {
                description:
                  'Only admins see it here. The person gets it in an export of their data.',
              }
            : { description: "We'll email it to them.", hasTemplates: true }),
          ...(action.hasRule && { hasRule: true }),
        }}
        confirm={act.isPending ? 'Saving...' : action.label}
        isDangerous={action.isDangerous ?? false}
        isBusy={act.isPending}
        onCancel={close}
        onConfirm={({ reason = '', guideline }) => act.mutate({ reason, guideline })}
      >
        {action.fields?.(fields, (part) => setFields({ ...fields, ...part }))}
      </ReasonForm>
    </Dialog>
  );
}
