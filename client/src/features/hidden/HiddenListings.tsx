import { Anchor, Button, Text } from '@mantine/core';
import type { HiddenListView } from '@marketplace/shared/hidden/schemas';
import { isolated } from '@marketplace/shared/direction';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../config/paths.ts';
import { PageLink } from '../../ui/PageLink.tsx';
import {
  Loaded,
  SettingsList,
  SettingsRow,
  SettingsSection,
  useFocusHeading,
} from '../../ui/settings/SettingsSection.tsx';
import { dateText } from '../../ui/time/time-text.ts';
import { useHiding } from './use-hiding.ts';

/** The listings and sellers that the user has hidden, each with a "Show again" button. */
export function HiddenListings() {
  const hidden = trpc.hidden.list.useQuery(undefined, { refetchOnMount: 'always' });
  return (
    <SettingsSection title="Not interested">
      <Loaded query={hidden} height={22}>
        {(items) =>
          items.length === 0 ? (
            <Text c="dimmed">
              You haven&apos;t hidden anything. To hide a listing or its seller, choose “Not
              interested” on the listing&apos;s page.
            </Text>
          ) : (
            <>
              <Text c="dimmed" size="xs">
                Browsing, searches, and alerts leave these out. Sellers won&apos;t be notified.
              </Text>
              <SettingsList>
                {items.map((item) => (
                  <HiddenItem key={item.listing?.id ?? item.sellerId} {...item} />
                ))}
              </SettingsList>
            </>
          )
        }
      </Loaded>
    </SettingsSection>
  );
}

function HiddenItem({ sellerId, sellerName, listing, hiddenAt }: HiddenListView[number]) {
  const { setHidden, isPending } = useHiding(useFocusHeading());
  const to = listing ? paths.listing(listing.id) : paths.user(sellerId);
  const name = listing ? isolated(listing.title) : `all listings by ${isolated(sellerName)}`;
  return (
    <SettingsRow
      title={
        <Text truncate>
          <Anchor component={PageLink} to={to} inherit c="inherit">
            {listing ? <bdi>{listing.title}</bdi> : 'All listings by '}
            {!listing && <bdi>{sellerName}</bdi>}
          </Anchor>
        </Text>
      }
      text={`Hidden on ${dateText(hiddenAt)}`}
    >
      <Button
        variant="default"
        size="xs"
        aria-label={`Show ${name} again`}
        disabled={isPending}
        onClick={() => setHidden(false, listing ? { listingId: listing.id } : { sellerId })}
      >
        Show again
      </Button>
    </SettingsRow>
  );
}
