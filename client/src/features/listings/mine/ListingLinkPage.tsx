import { Alert, Button, Group } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import type { ListingLinkView } from '@marketplace/shared/listings/views';
import { isolated } from '@marketplace/shared/direction';
import { errorCode } from '../../../api/errors.ts';
import { trpc } from '../../../api/trpc.ts';
import { paths } from '../../../config/paths.ts';
import { NoticePage } from '../../../ui/NoticePage.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';

/** The question of each link, with the label of its button. `name` is the listing's title. */
const questions: Record<
  ListingLinkView['act'],
  { label: string; title: string; text: (name: string, ends: string | null) => string }
> = {
  renew: {
    label: 'Renew',
    title: 'Renew this listing?',
    text: (name) => `${name} moves back to the top of the list and gets a new end date.`,
  },
  sold: {
    label: 'Mark as sold',
    title: 'Is it sold?',
    text: (name) => `${name} leaves the list. Open offers about it are closed.`,
  },
  'let-end': {
    label: 'Let it end',
    title: 'Let this listing end?',
    text: (name, ends) => `${name} ends${ends ? ` ${ends}` : ''}. We won't remind you again.`,
  },
  confirm: {
    label: "Yes, it's available",
    title: 'Is it still available?',
    text: (name) => `${name} stays up if you say yes.`,
  },
  end: {
    label: 'End the listing',
    title: 'End this listing?',
    text: (name) => `${name} leaves the list. You can renew it for a year.`,
  },
};

/** The page of a link in an email to a seller. Opening it changes nothing: scanners open links. */
export function Component() {
  const [search] = useSearchParams();
  const token = search.get('token') ?? '';
  const utils = trpc.useUtils();
  const refresh = { onSuccess: () => utils.listings.invalidate() };
  const link = trpc.listings.link.useQuery({ token });
  const follow = trpc.listings.followLink.useMutation(refresh);
  const undo = trpc.listings.undo.useMutation(refresh);
  if (undo.isSuccess) {
    return <Notice title="Undone" text="Your listing is as it was before." />;
  }
  if (follow.data) {
    const { undo: undoToken, message } = follow.data;
    return (
      <Notice title="Done" text={message} error={undo.error}>
        {undoToken !== null && (
          <Button
            variant="default"
            loading={undo.isPending}
            onClick={() => undo.mutate({ token: undoToken })}
          >
            Undo
          </Button>
        )}
      </Notice>
    );
  }
  if (link.isError) {
    const isRefused = ['BAD_REQUEST', 'NOT_FOUND'].includes(errorCode(link.error) ?? '');
    const text = isRefused ? link.error.message : 'Check your connection and try again.';
    return (
      <Notice title={isRefused ? "This link doesn't work" : 'Something went wrong'} text={text} />
    );
  }
  if (!link.data) return <NoticePage title="One moment…" text="" />;
  const { act, title, ends } = link.data;
  const question = questions[act];
  return (
    <Notice
      title={question.title}
      text={question.text(`“${isolated(title)}”`, ends)}
      error={follow.error}
    >
      <Button loading={follow.isPending} onClick={() => follow.mutate({ token })}>
        {question.label}
      </Button>
    </Notice>
  );
}

interface NoticeProps {
  title: string;
  text: string;
  error?: { message: string } | null;
  children?: React.ReactNode;
}

function Notice({ title, text, error, children }: NoticeProps) {
  return (
    <NoticePage title={title} text={text}>
      {error && (
        <Alert color="red" w="100%" role="alert">
          {error.message}
        </Alert>
      )}
      <Group>
        {children}
        <Button component={PageLink} to={paths.myListings} variant="subtle">
          My Listings
        </Button>
      </Group>
    </NoticePage>
  );
}
