import { Button, Group, Menu } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type ListingFilters, filterInput } from '@marketplace/shared/listings/filters';
import type { SearchFrequency, SearchView } from '@marketplace/shared/searches/schemas';
import { toastFailure } from '../../../api/failure.ts';
import { trpc } from '../../../api/trpc.ts';
import { paths } from '../../../config/paths.ts';
import { IconBell, IconChecks } from '../../../ui/icons/page-icons.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { toast } from '../../../ui/toast.ts';
import { useSignIn } from '../../auth/SignInProvider.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { PushOffer } from '../../push/PushOffer.tsx';
import { findSaved, frequencies } from './saved-filters.ts';

interface Props {
  filters: ListingFilters;
  /** True for an empty list, where this is the main action. */
  primary?: boolean;
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true };

/** Saves the filters of a list for alerts, or says that they are saved. Visitors sign in first. */
export function SaveSearch({ filters, primary = false }: Props) {
  const user = useCurrentUser();
  const openSignIn = useSignIn();
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const [justSaved, setJustSaved] = useState<string>();
  const { mutate: create, isPending } = trpc.searches.create.useMutation({
    async onSuccess({ id, frequency }) {
      await utils.searches.list.invalidate();
      setJustSaved(id);
      toast({
        title: 'Search saved',
        message: savedTexts[frequency],
        kind: 'success',
        action: { label: 'Saved searches', run: () => void navigate(paths.searches) },
      });
    },
    onError: (error) => toastFailure(error, { message: "We couldn't save this search." }),
  });
  const { data } = trpc.searches.list.useQuery(undefined, { enabled: Boolean(user) });
  const saved = findSaved(data, filters);
  const save = (frequency: SearchFrequency) => {
    const search = { filter: filterInput(filters), frequency };
    if (user) create(search);
    else {
      openSignIn({ reason: 'Sign in to save this search.', onSuccess: () => create(search) });
    }
  };
  if (saved) return <Saved search={saved} isNew={justSaved === saved.id} />;
  return (
    <Menu position="bottom-start" width={230} withinPortal={false} returnFocus>
      <Menu.Target>
        <Button
          variant={primary ? 'filled' : 'default'}
          size={primary ? 'md' : 'sm'}
          mih={44}
          leftSection={<IconBell {...icon} />}
          disabled={isPending}
        >
          {isPending ? 'Saving...' : 'Tell me about new ones'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown ta="start">
        <Menu.Label>How often?</Menu.Label>
        {frequencies.map(({ value, label }) => (
          <Menu.Item key={value} mih={44} onClick={() => save(value)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** `isNew` is true if the user saved the search just now. */
function Saved({ search, isNew }: { search: SearchView; isNew: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  const frequency = frequencies.find(({ value }) => value === search.frequency);
  // The pressed button is gone and has lost the focus.
  useEffect(() => {
    if (isNew) link.current?.focus({ preventScroll: true });
  }, [isNew]);
  return (
    <Group gap="sm">
      <Button
        ref={link}
        component={PageLink}
        to={paths.searches}
        variant="light"
        size="sm"
        mih={44}
        leftSection={<IconChecks {...icon} />}
      >
        Search saved · {search.paused ? 'Paused' : frequency?.label}
      </Button>
      {isNew && search.frequency === 'instant' && (
        <PushOffer
          after="search"
          text="Get notified about new ones?"
          onClose={() => link.current?.focus()}
        />
      )}
    </Group>
  );
}

const savedTexts: Record<SearchFrequency, string> = {
  instant: "We'll tell you about new ones at once.",
  daily: "We'll tell you about new ones every day at 8 AM.",
  weekly: "We'll tell you about new ones every Monday at 8 AM.",
};
