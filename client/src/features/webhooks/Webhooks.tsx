import '@mantine/core/styles/Checkbox.layer.css';
import { Badge, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import {
  type WebhookEvent,
  webhookEvents,
  webhookUrlMaxLength,
} from '@marketplace/shared/webhooks/constants';
import type { NewWebhook, WebhookView } from '@marketplace/shared/webhooks/schemas';
import { fieldIssues } from '../../api/errors.ts';
import { useConfirmation } from '../factors/Confirmation.tsx';
import { toastFailure } from '../../api/failure.ts';
import { trpc } from '../../api/trpc.ts';
import { useClientId } from '../../api/use-client-id.ts';
import { OneTimeSecret } from '../../ui/settings/OneTimeSecret.tsx';
import {
  Loaded,
  SettingsList,
  SettingsRow,
  SettingsSection,
  useFocusHeading,
} from '../../ui/settings/SettingsSection.tsx';
import { toast } from '../../ui/toast.ts';
import { DeliveryLog } from './DeliveryLog.tsx';

/** Webhooks with their logs, and the form that creates one. */
export function Webhooks() {
  const [made, setMade] = useState<NewWebhook | null>(null);
  const webhooks = trpc.webhooks.list.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <>
      <SettingsSection
        title="Webhooks"
        text="Get new messages and changes of your listings sent to your server."
      >
        <Stack gap="md">
          {made && (
            <OneTimeSecret
              key={made.id}
              title="Copy the signing secret now. You won't be able to see it again."
              label="Signing secret"
              value={made.secret}
              copied="Secret copied!"
              onDone={() => setMade(null)}
            />
          )}
          <Loaded query={webhooks} height={22}>
            {(data) =>
              data.length === 0 ? (
                <Text c="dimmed">You don&apos;t have any webhooks.</Text>
              ) : (
                <SettingsList label="Webhooks">
                  {data.map((webhook) => (
                    <WebhookRow
                      key={webhook.id}
                      webhook={webhook}
                      onDeleted={() => made?.id === webhook.id && setMade(null)}
                    />
                  ))}
                </SettingsList>
              )
            }
          </Loaded>
        </Stack>
      </SettingsSection>
      <SettingsSection title="Create a webhook">
        <WebhookForm onMade={setMade} />
      </SettingsSection>
    </>
  );
}

const reasons = {
  failed: 'Turned off because an event failed 8 times.',
  gone: 'Turned off because your server answered 410 (gone).',
};

function WebhookRow({ webhook, onDeleted }: { webhook: WebhookView; onDeleted: () => void }) {
  const { id, url, events, enabled, disabledReason } = webhook;
  const [opened, setOpened] = useState(false);
  const { isBusy, update, test, remove } = useWebhookActions(id, {
    onTested: () => setOpened(true),
    onDeleted,
  });
  const button = (label: string) =>
    ({
      ...{ variant: 'default', size: 'xs', disabled: isBusy, children: label },
      'aria-label': `${label}: ${url}`,
    }) as const;
  return (
    <SettingsRow
      title={
        <Group gap="xs" wrap="nowrap" align="flex-start" justify="space-between">
          <span>{url}</span>
          <Badge variant="light" color={enabled ? undefined : 'gray'} style={{ flexShrink: 0 }}>
            {enabled ? 'On' : 'Off'}
          </Badge>
        </Group>
      }
      text={events.map((event) => webhookEvents[event]).join(' · ')}
      below={
        <>
          {disabledReason && (
            <Text size="xs" c="var(--mantine-color-error)">
              {reasons[disabledReason]}
            </Text>
          )}
          <Group gap="xs" mt="xs">
            <Button
              {...button(enabled ? 'Turn off' : 'Turn on')}
              onClick={() => update.mutate({ id, enabled: !enabled })}
            />
            {enabled && <Button {...button('Test')} onClick={() => test.mutate({ id })} />}
            <Button
              {...button(opened ? 'Hide log' : 'Show log')}
              aria-expanded={opened}
              onClick={() => setOpened(!opened)}
            />
            <Button {...button('Delete')} onClick={() => remove.mutate({ id })} />
          </Group>
          {opened && <DeliveryLog id={id} />}
        </>
      }
    />
  );
}

function useWebhookActions(id: string, done: { onTested: () => void; onDeleted: () => void }) {
  const { list, deliveries } = trpc.useUtils().webhooks;
  const focusHeading = useFocusHeading();
  const failed = {
    async onError(error: Parameters<typeof toastFailure>[0]) {
      toastFailure(error, { message: "We couldn't do this. Please try again." });
      await list.invalidate();
    },
  };
  const update = trpc.webhooks.update.useMutation({
    ...failed,
    onSuccess: () => list.invalidate(),
  });
  const test = trpc.webhooks.test.useMutation({
    ...failed,
    async onSuccess() {
      toast({ title: 'Test sent!', message: 'The log shows the result.', kind: 'success' });
      done.onTested();
      await deliveries.invalidate({ id });
    },
  });
  const remove = trpc.webhooks.remove.useMutation({
    ...failed,
    async onSuccess() {
      await list.invalidate();
      done.onDeleted();
      focusHeading();
    },
  });
  return { isBusy: [update, test, remove].some((act) => act.isPending), update, test, remove };
}

const eventNames = Object.keys(webhookEvents) as WebhookEvent[];

/** Creates a webhook from a URL and the events to send. */
function WebhookForm({ onMade }: { onMade: (webhook: NewWebhook) => void }) {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<WebhookEvent[]>([]);
  const [clientId, renewId] = useClientId();
  const { list } = trpc.useUtils().webhooks;
  const confirmThen = useConfirmation();
  const create = trpc.webhooks.create.useMutation({
    async onSuccess(webhook) {
      renewId();
      setUrl('');
      setEvents([]);
      onMade(webhook);
      await list.invalidate();
    },
    onError(error, input) {
      if (confirmThen(error, () => create.mutate(input))) return;
      if (fieldIssues(error).some(({ path }) => path === 'url')) return;
      toastFailure(error, { message: "We couldn't create the webhook. Please try again." });
    },
  });
  const issue = fieldIssues(create.error).find(({ path }) => path === 'url');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!create.isPending) create.mutate({ url: url.trim(), events, clientId });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="URL"
          description="An https address of your server."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="url"
          inputMode="url"
          placeholder="https://example.com/hooks"
          value={url}
          maxLength={webhookUrlMaxLength}
          autoComplete="off"
          error={issue?.message}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <Checkbox.Group
          label="Events"
          value={events}
          onChange={(values) => setEvents(values as WebhookEvent[])}
        >
          <Stack gap="xs" mt="xs">
            {eventNames.map((event) => (
              <Checkbox key={event} value={event} label={webhookEvents[event]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group>
          <Button
            type="submit"
            disabled={create.isPending || url.trim() === '' || events.length === 0}
          >
            {create.isPending ? 'Creating...' : 'Create webhook'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
