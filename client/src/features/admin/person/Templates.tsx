import { Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { adminReasonMaxLength, templateNameMaxLength } from '@marketplace/shared/admin/constants';
import type { ReasonTemplate } from '@marketplace/shared/admin/person';
import { isolated } from '@marketplace/shared/direction';
import { isVisible } from '@marketplace/shared/plain-text';
import { trpc } from '../../../api/trpc.ts';
import {
  Loaded,
  SettingsList,
  SettingsRow,
  SettingsSection,
  useFocusHeading,
} from '../../../ui/settings/SettingsSection.tsx';
import { toast } from '../../../ui/toast.ts';
import { toastRefusal } from '../ActionDialog.tsx';

const empty: Omit<ReasonTemplate, 'id'> & { id?: string } = { name: '', text: '' };

/** The templates that fill in reasons, and the form that adds and changes them. */
export function Templates() {
  const templates = trpc.admin.templates.useQuery();
  const [edited, setEdited] = useState(empty);
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing="xl">
      <SettingsSection title="Templates">
        <Loaded query={templates} height={200}>
          {({ items }) =>
            items.length === 0 ? (
              <Text c="dimmed">No templates yet. Add the reasons that you write most often.</Text>
            ) : (
              <SettingsList label="Templates">
                {items.map((item) => (
                  <Template key={item.id} template={item} onEdit={() => setEdited(item)} />
                ))}
              </SettingsList>
            )
          }
        </Loaded>
      </SettingsSection>
      <SettingsSection title={edited.id ? 'Edit template' : 'Add a template'}>
        <TemplateForm key={edited.id ?? ''} start={edited} onDone={() => setEdited(empty)} />
      </SettingsSection>
    </SimpleGrid>
  );
}

function TemplateForm({ start, onDone }: { start: typeof empty; onDone: () => void }) {
  const { templates } = trpc.useUtils().admin;
  const [template, setTemplate] = useState(start);
  const save = trpc.admin.saveTemplate.useMutation({
    async onSuccess({ name }) {
      await templates.invalidate();
      toast({ title: `${isolated(name)} was saved.`, kind: 'success' });
      setTemplate(empty);
      onDone();
    },
    onError: (error) => toastRefusal(error, "We couldn't save this template."),
  });
  const isReady = isVisible(template.name) && isVisible(template.text) && !save.isPending;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) save.mutate(template);
  };
  return (
    <Stack component="form" gap="md" onSubmit={submit}>
      <TextInput
        label="Name"
        placeholder="Prohibited item"
        maxLength={templateNameMaxLength}
        value={template.name}
        onChange={(event) => setTemplate({ ...template, name: event.currentTarget.value })}
      />
      <Textarea
        label="Reason"
        description="The person it's about reads this."
        autosize
        minRows={3}
        maxRows={8}
        maxLength={adminReasonMaxLength}
        value={template.text}
        onChange={(event) => setTemplate({ ...template, text: event.currentTarget.value })}
      />
      <div className="dialog-actions">
        {start.id && (
          <Button variant="default" onClick={onDone}>
            Cancel
          </Button>
        )}
        <Button type="submit" disabled={!isReady}>
          {save.isPending ? 'Saving...' : 'Save template'}
        </Button>
      </div>
    </Stack>
  );
}

function Template({ template, onEdit }: { template: ReasonTemplate; onEdit: () => void }) {
  const { id, name, text } = template;
  const { templates } = trpc.useUtils().admin;
  const focusHeading = useFocusHeading();
  const remove = trpc.admin.removeTemplate.useMutation({
    async onSuccess() {
      await templates.invalidate();
      toast({ title: `${isolated(name)} was removed.`, kind: 'success' });
      focusHeading();
    },
    onError: (error) => toastRefusal(error, "We couldn't remove this template."),
  });
  return (
    <SettingsRow
      title={
        <Text dir="auto" ta="left">
          {name}
        </Text>
      }
      text={text}
    >
      <Group gap={8} wrap="nowrap">
        <Button variant="default" size="xs" aria-label={`Edit ${isolated(name)}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          variant="default"
          size="xs"
          aria-label={`Remove ${isolated(name)}`}
          disabled={remove.isPending}
          onClick={() => remove.mutate({ id })}
        >
          {remove.isPending ? 'Removing...' : 'Remove'}
        </Button>
      </Group>
    </SettingsRow>
  );
}
