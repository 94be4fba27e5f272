import { ActionIcon, Button, Text } from '@mantine/core';
import { isolated } from '@marketplace/shared/direction';
import type { DraftRowView } from '@marketplace/shared/listings/drafts';
import { toastFailure } from '../../../api/failure.ts';
import { trpc } from '../../../api/trpc.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconPencil, IconTrash } from '../../../ui/icons/page-icons.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { Age } from '../../../ui/time/Age.tsx';
import { toast } from '../../../ui/toast.ts';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { forgetDraft } from '../edit/draft.ts';
import { useOpenDraft } from '../edit/use-open-draft.ts';
import { Photo } from '../photos/Photo.tsx';
import classes from './MyListings.module.css';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true };
const failed = { message: 'Please try again.' };

/** Returns the user's drafts, none if they cannot be loaded, and undefined until they are. */
export function useDrafts(): DraftRowView[] | undefined {
  const { data, isError } = trpc.drafts.list.useQuery(undefined, { refetchOnMount: 'always' });
  return isError ? [] : data;
}

/** The user's drafts as rows, last changed first. */
export function DraftList({
  drafts,
  onDeleted,
}: {
  drafts: DraftRowView[];
  onDeleted: () => void;
}) {
  if (drafts.length === 0) {
    return <EmptyState title="No drafts" text="Listings you begin are saved here." />;
  }
  return (
    <ul className={`${classes.list} plain`}>
      {drafts.map((draft) => (
        <DraftRow key={draft.id} draft={draft} onDeleted={onDeleted} />
      ))}
    </ul>
  );
}

function DraftRow({ draft, onDeleted }: { draft: DraftRowView; onDeleted: () => void }) {
  const { id, title, image, updatedAt } = draft;
  const owner = useCurrentUser()?.id ?? null;
  const { client, drafts } = trpc.useUtils();
  const openDraft = useOpenDraft();
  const onError = (error: Parameters<typeof toastFailure>[0]) => toastFailure(error, failed);
  const restore = trpc.drafts.save.useMutation({ onSuccess: () => drafts.invalidate(), onError });
  const remove = trpc.drafts.remove.useMutation({
    async onSuccess({ version, draft: content }) {
      const run = () => restore.mutate({ id, version, draft: content });
      toast({ title: 'Draft deleted', kind: 'success', action: { label: 'Undo', run } });
      onDeleted();
      await forgetDraft(owner, id);
      await drafts.invalidate();
    },
    onError,
  });
  const open = async () => {
    try {
      const view = await client.drafts.get.query({ id });
      await openDraft(view.draft, view);
    } catch (error) {
      onError(error);
    }
  };
  const name = title.trim() ? isolated(title) : 'untitled draft';
  return (
    <li className={classes.row}>
      <div className={classes.photo}>
        <Photo
          listing={{ images: image ? [image] : [], placeholders: [], avif: [] }}
          alt=""
          sizes="96px"
          emptyText=""
        />
      </div>
      <div style={{ gridArea: 'text' }}>
        <Text component="h2" dir="auto" fw={600} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          <PlainButton className={classes.link} onClick={() => void open()}>
            {title.trim() || 'Untitled'}
          </PlainButton>
        </Text>
        <p className={classes.place}>
          Changed{' '}
          <span style={{ textTransform: 'lowercase' }}>
            <Age createdAt={updatedAt} />
          </span>
        </p>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          className={classes.edit}
          leftSection={<IconPencil {...icon} />}
          aria-label={`Continue ${name}`}
          onClick={() => void open()}
        >
          Continue
        </Button>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.more}
          aria-label={`Delete ${name}`}
          disabled={remove.isPending}
          onClick={() => remove.mutate({ id })}
        >
          <IconTrash {...icon} />
        </ActionIcon>
      </div>
    </li>
  );
}
