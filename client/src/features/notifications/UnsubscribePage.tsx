import { Alert, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { errorCode } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { NoticePage } from '../../ui/NoticePage.tsx';
import { PageLink } from '../../ui/PageLink.tsx';

const topics = {
  messages: 'unread messages',
  reviews: 'reviews',
  deals: 'meetups',
  alerts: 'saved searches',
  listings: 'your listings',
  moderation: 'waiting reports',
} as const;

/** The page of the unsubscribe link in emails. Opening it changes nothing: scanners open links. */
export function Component() {
  const [search] = useSearchParams();
  const token = search.get('token');
  const { preferences } = trpc.useUtils().notifications;
  const unsubscribe = trpc.notifications.unsubscribe.useMutation({
    onSuccess: () => preferences.invalidate(),
  });
  const { data, error, isError, isPending } = unsubscribe;
  if (!token || errorCode(error) === 'BAD_REQUEST') {
    const text = 'The link may be incomplete. You can choose which emails you get in Settings.';
    return <Notice title="This link doesn't work" text={text} />;
  }
  if (data && data.search !== null) {
    const what = data.search ? `“${data.search}”` : 'this search';
    const text = `We won't tell you what ${what} finds. You can resume a saved search anytime.`;
    return <Notice title="Search paused" text={text} />;
  }
  if (data) {
    const text = `We won't email ${data.email} about ${topics[data.list]}. You can turn these emails back on in Settings.`;
    return <Notice title="You're unsubscribed" text={text} />;
  }
  return (
    <Notice
      title="Unsubscribe"
      text="We'll stop sending you emails like the one you came from. What's new will still show up here."
    >
      {isError && (
        <Alert color="red" w="100%" role="alert">
          Something went wrong. Check your connection and try again.
        </Alert>
      )}
      <Button disabled={isPending} onClick={() => unsubscribe.mutate({ token })}>
        {isPending ? 'Unsubscribing...' : 'Unsubscribe'}
      </Button>
    </Notice>
  );
}

function Notice({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <NoticePage title={title} text={text}>
      {children ?? (
        <Button component={PageLink} to={paths.settingsSection('notifications')} variant="default">
          Go to Settings
        </Button>
      )}
    </NoticePage>
  );
}
