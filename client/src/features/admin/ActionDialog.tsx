import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { adminReasonMaxLength } from '@marketplace/shared/admin/constants';
import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { AdminClient } from './admin-events.ts';

/** Something an admin does to a user or a listing, after being asked. */
export interface Action<Item> {
  title: string;
  text: (item: Item) => string;
  confirm: string;
  confirming: string;
  isDangerous?: boolean;
  /** Without it no reason is asked for. */
  reason?: { isRequired: boolean; initial?: string; description: string };
  run: (client: AdminClient, item: Item, reason: string | undefined) => Promise<Item | void>;
  /** Texts of the toasts. */
  done: string;
  failed: string;
}

interface Asked<Item> {
  action: Action<Item>;
  item: Item;
}

/** `ask` opens the dialog of an action; `onDone` gets the item as it is then, or nothing when it is gone. */
export function useActionDialog<Item extends { id: string }>(
  onDone: (item: Item, now: Item | undefined) => void,
) {
  const [asked, setAsked] = useState<Asked<Item> | null>(null);
  const [opened, setOpened] = useState(false);
  return {
    ask(action: Action<Item>, item: Item) {
      setAsked({ action, item });
      setOpened(true);
    },
    dialog: asked && (
      <ActionDialog
        asked={asked}
        opened={opened}
        onClose={() => setOpened(false)}
        onDone={onDone}
      />
    ),
  };
}

interface Props<Item> {
  asked: Asked<Item>;
  opened: boolean;
  onClose: () => void;
  onDone: (item: Item, now: Item | undefined) => void;
}

function ActionDialog<Item>({ asked, opened, onClose, onDone }: Props<Item>) {
  const { action, item } = asked;
  const { client } = trpc.useUtils();
  const act = useMutation({
    mutationFn: (reason: string | undefined) => action.run(client, item, reason),
    onSuccess(now) {
      toast({ title: action.done, kind: 'success' });
      onDone(item, now ?? undefined);
      onClose();
    },
    onError: (error) => toastRefusal(error, action.failed),
  });
  const close = () => {
    if (!act.isPending) onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={action.title}>
      <ActionForm
        action={action}
        item={item}
        isBusy={act.isPending}
        onCancel={close}
        onConfirm={act.mutate}
      />
    </Dialog>
  );
}

/** What failed, and below it why where the server says so. */
export function toastRefusal(error: unknown, failed: string): void {
  toast({ title: failed, message: errorMessage(error, '') || undefined, kind: 'error' });
}

interface FormProps<Item> extends Asked<Item> {
  isBusy: boolean;
  onCancel: () => void;
  onConfirm: (reason: string | undefined) => void;
}

function ActionForm<Item>({ action, item, isBusy, onCancel, onConfirm }: FormProps<Item>) {
  const [reason, setReason] = useState(action.reason?.initial ?? '');
  const isReady = !action.reason?.isRequired || reason.trim() !== '';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady && !isBusy) onConfirm(reason.trim() || undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>{action.text(item)}</Text>
        {action.reason && (
          <Textarea
            label="Reason"
            description={action.reason.description}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={adminReasonMaxLength}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button
            variant="default"
            onClick={onCancel}
            disabled={isBusy}
            data-autofocus={action.reason ? undefined : true}
          >
            Cancel
          </Button>
          <Button
            type="submit"
            color={action.isDangerous ? 'red.9' : undefined}
            disabled={!isReady || isBusy}
            title={isReady ? undefined : 'Give a reason first'}
          >
            {isBusy ? action.confirming : action.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
