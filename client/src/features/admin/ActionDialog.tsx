import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { adminReasonMaxLength } from '@marketplace/shared/admin/constants';
import { isVisible } from '@marketplace/shared/plain-text';
import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import type { AdminClient } from './admin-events.ts';
import { RuleSelect } from './RuleSelect.tsx';
import { TemplateSelect } from './person/TemplateSelect.tsx';

interface ReasonField {
  label?: string;
  description?: string;
  isRequired: boolean;
  initial?: string;
  /** True if the admin can name a community rule. */
  hasRule?: boolean;
  /** The tooltip of the disabled button while the reason is empty. */
  hint?: string;
  /** True if templates can fill it in. */
  hasTemplates?: boolean;
}

/** An action of an admin on a user or a listing, with its confirmation dialog. */
export interface Action<Item> {
  title: string;
  text: (item: Item) => string;
  confirm: string;
  confirming: string;
  isDangerous?: boolean;
  /** Undefined if the dialog has no field for a reason. */
  reason?: ReasonField;
  run: (client: AdminClient, item: Item, given: Given) => Promise<Item | void>;
  /** Titles of the toasts. */
  done: string;
  failed: string;
}

export interface OpenedDialog {
  opened: boolean;
  onClose: () => void;
}

interface Props<Item> extends OpenedDialog {
  action: Action<Item>;
  item: Item;
  /** Called with the item's new version, or with undefined if the action removed it. */
  onDone: (now: Item | undefined) => void;
}

/** The dialog that explains an action, asks for its reason, and runs it. */
export function ActionDialog<Item>({ action, item, opened, onClose, onDone }: Props<Item>) {
  const { client } = trpc.useUtils();
  const act = useMutation({
    mutationFn: (given: Given) => action.run(client, item, given),
    onSuccess(now) {
      toast({ title: action.done, kind: 'success' });
      onDone(now ?? undefined);
      onClose();
    },
    onError: (error) => toastRefusal(error, action.failed),
  });
  const close = () => {
    if (!act.isPending) onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={action.title}>
      <ReasonForm
        {...action}
        text={action.text(item)}
        confirm={act.isPending ? action.confirming : action.confirm}
        isBusy={act.isPending}
        onCancel={close}
        onConfirm={act.mutate}
      />
    </Dialog>
  );
}

/** Shows an error toast with the server's reason below the title, if there is one. */
export function toastRefusal(error: unknown, failed: string): void {
  toast({ title: failed, message: errorMessage(error, '') || undefined, kind: 'error' });
}

/** The reason and the rule that the admin entered. */
type Given = { reason: string | undefined; guideline: number | undefined };

interface FormProps extends Pick<Action<never>, 'confirm' | 'isDangerous' | 'reason'> {
  text: string;
  isBusy?: boolean;
  onCancel: () => void;
  onConfirm: (given: Given) => void;
  /** More fields, above the reason. */
  children?: ReactNode;
}

/** The form within `ActionDialog`: the explanation, the reason, and the buttons. */
export function ReasonForm(props: FormProps) {
  const { text, reason: field, confirm, isDangerous, isBusy = false, onCancel, onConfirm } = props;
  const [reason, setReason] = useState(field?.initial ?? '');
  const [rule, setRule] = useState<number | null>(null);
  const isReady = !field?.isRequired || isVisible(reason);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady && !isBusy) {
      onConfirm({ reason: reason.trim() || undefined, guideline: rule ?? undefined });
    }
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text style={{ overflowWrap: 'anywhere' }}>{text}</Text>
        {props.children}
        {field?.hasTemplates && <TemplateSelect onPick={setReason} />}
        {field && (
          <Textarea
            label={field.label ?? 'Reason'}
            description={field.description}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={adminReasonMaxLength}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
        )}
        {field?.hasRule && <RuleSelect value={rule} onChange={setRule} />}
        <div className="dialog-actions">
          <Button
            variant="default"
            onClick={onCancel}
            disabled={isBusy}
            data-autofocus={field ? undefined : true}
          >
            Cancel
          </Button>
          <Button
            type="submit"
            color={isDangerous ? 'red.8' : undefined}
            disabled={!isReady || isBusy}
            title={isReady ? undefined : (field?.hint ?? 'Enter a reason first')}
          >
            {confirm}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
