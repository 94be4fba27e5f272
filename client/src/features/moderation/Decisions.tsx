import { Anchor, Text } from '@mantine/core';
import type { DecisionView } from '@marketplace/shared/moderation/appeals';
import { errorMessage } from '../../api/errors.ts';
import { trpc } from '../../api/trpc.ts';
import { useClientId } from '../../api/use-client-id.ts';
import { paths } from '../../config/paths.ts';
import { MoreButton } from '../../ui/LoadMore.tsx';
import { PageLink } from '../../ui/PageLink.tsx';
import { Loaded, SettingsSection } from '../../ui/settings/SettingsSection.tsx';
import { toast } from '../../ui/toast.ts';
import { DecisionCard } from './DecisionCard.tsx';
import classes from './DecisionCard.module.css';

/** The moderators' decisions about the user, newest first, with their appeals. */
export function Decisions() {
  const query = trpc.moderation.decisions.useInfiniteQuery(
    {},
    { getNextPageParam: ({ nextCursor }) => nextCursor, refetchOnMount: 'always' },
  );
  const text = (
    <>
      What moderators decided about your listings and account. Our{' '}
      <Anchor component={PageLink} to={paths.communityGuidelines} inherit underline="always">
        community guidelines
      </Anchor>{' '}
      explain the rules.
    </>
  );
  return (
    <SettingsSection title="Decisions" text={text}>
      <Loaded query={query} height={96}>
        {({ pages }) =>
          pages[0]?.items.length === 0 ? (
            <Text c="dimmed">Nothing here. Thank you for being a good neighbor.</Text>
          ) : (
            <>
              <ul className={`${classes.list} plain`} aria-label="Decisions">
                {pages.flatMap(({ items }) =>
                  items.map((decision) => (
                    <li key={decision.id}>
                      <OwnDecision decision={decision} />
                    </li>
                  )),
                )}
              </ul>
              <MoreButton query={query} what="decisions" mt="md" />
            </>
          )
        }
      </Loaded>
    </SettingsSection>
  );
}

function OwnDecision({ decision }: { decision: DecisionView }) {
  const utils = trpc.useUtils();
  const [clientId] = useClientId();
  const { mutateAsync, isPending, error } = trpc.moderation.appeal.useMutation({
    onSuccess() {
      toast({ title: 'Appeal sent', message: "We'll email you the answer.", kind: 'success' });
      return utils.moderation.decisions.invalidate();
    },
  });
  const send = async (text: string) => {
    await mutateAsync({ decisionId: decision.id, text, clientId }).catch(() => undefined);
  };
  const failure = error ? errorMessage(error, 'Please try again.') : undefined;
  return <DecisionCard decision={decision} appeal={{ send, isBusy: isPending, error: failure }} />;
}
