import { ActionIcon, Button, Checkbox, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { regionDayText } from '@marketplace/shared/regions/region-day';
import { availabilityLabel } from '@marketplace/shared/listings/constants';
import type { OwnListingView } from '@marketplace/shared/listings/views';
import { isolated } from '@marketplace/shared/direction';
import { priceOf } from '@marketplace/shared/money';
import { posterPath } from '@marketplace/shared/paths';
import { usePageConfig } from '../../../config/page-config.tsx';
import { paths } from '../../../config/paths.ts';
import { Age } from '../../../ui/time/Age.tsx';
import { PageLink } from '../../../ui/PageLink.tsx';
import { IconCopy, IconStarFilled } from '../../../ui/icons/icons.tsx';
import { IconEyeOff } from '../../../ui/icons/listing-icons.tsx';
import {
  IconChartBar,
  IconDots,
  IconExternalLink,
  IconPencil,
  IconPrinter,
  IconTag,
  IconTrash,
} from '../../../ui/icons/page-icons.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { copyText } from '../../../ui/toast.ts';
import type { Selection } from '../../../ui/use-selection.ts';
import { canPrintPoster, PreviousPrice, WantedBadge } from '../browse/ListingState.tsx';
import { useOwnListingDeals } from '../../deals/use-own-listing-deals.tsx';
import { Photo } from '../photos/Photo.tsx';
import { ListingNotes } from './ListingNotes.tsx';
import { SellSimilarItem } from './SellSimilarItem.tsx';
import { useListingTerm } from './use-listing-term.tsx';
import classes from './MyListings.module.css';

const DeleteListingModal = lazyPart(
  async () => (await import('../edit/DeleteListingModal.tsx')).DeleteListingModal,
);

const PriceStepsModal = lazyPart(
  async () => (await import('./PriceStepsModal.tsx')).PriceStepsModal,
);

const StatsModal = lazyPart(async () => (await import('./StatsModal.tsx')).StatsModal);

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true };

interface Props {
  listing: OwnListingView;
  onDeleted: () => void;
}

/** Without a selection, the row has no checkbox. */
interface RowProps {
  selection: Selection | undefined;
}

/** One of the user's listings. The title's link covers the row, below the other controls. */
export function OwnListingRow({ listing, selection, onDeleted }: Props & RowProps) {
  const { id, title } = listing;
  return (
    <li className={classes.row} data-selected={selection?.has(id) || undefined}>
      {selection && (
        <Checkbox
          className={classes.check}
          aria-label={`Select ${isolated(title)}`}
          checked={selection.has(id)}
          onChange={({ nativeEvent }) => {
            selection.toggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
          }}
        />
      )}
      <div className={classes.photo}>
        <Photo listing={listing} alt="" sizes="96px" emptyText="" />
      </div>
      <div style={{ gridArea: 'text' }}>
        <Text component="h2" dir="auto" fw={600} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          <PageLink className={classes.link} to={paths.listing(listing.id)}>
            {listing.title}
          </PageLink>
        </Text>
        <p className={classes.place}>
          {listing.location || 'Location not specified'} · <Age createdAt={listing.createdAt} />
          {listing.savedBy > 0 && ' · '}
          {listing.savedBy > 0 && (
            <span style={{ whiteSpace: 'nowrap' }}>Saved by {listing.savedBy}</span>
          )}
        </p>
        <Ends listing={listing} />
      </div>
      <div className={classes.facts}>
        <WantedBadge kind={listing.kind} />
        <Status listing={listing} />
        <Conversations listing={listing} />
        <span className={`${classes.price} numbers`}>
          {priceOf(listing)}
          <PreviousPrice previousPrice={listing.previousPrice} />
        </span>
      </div>
      <div className={classes.actions}>
        <Button
          component={PageLink}
          to={paths.editListing(listing.id)}
          variant="default"
          className={classes.edit}
          leftSection={<IconPencil {...icon} />}
          aria-label={`Edit ${isolated(listing.title)}`}
        >
          Edit
        </Button>
        <MoreMenu listing={listing} onDeleted={onDeleted} />
      </div>
      <ListingNotes listing={listing} />
    </li>
  );
}

const statusColors: Record<string, string> = {
  featured: 'var(--accent-text)',
  sold: 'var(--mantine-color-dimmed)',
  expired: 'var(--mantine-color-dimmed)',
  held: 'var(--accent-text)',
  hidden: 'var(--mantine-color-error)',
};

function Status({ listing }: { listing: OwnListingView }) {
  const [status, label] = statusOf(listing);
  return (
    <span className={classes.status} data-status={status} style={{ color: statusColors[status] }}>
      {status === 'hidden' && <IconEyeOff size={16} stroke={1.75} aria-hidden />}
      {status === 'featured' && <IconStarFilled size={14} aria-hidden />}
      {label}
    </span>
  );
}

function statusOf(listing: OwnListingView): [status: string, label: string] {
  const { hidden, held, availability, isFeatured } = listing;
  if (held) return ['held', 'Being checked'];
  if (hidden) return ['hidden', 'Hidden'];
  const taken = availabilityLabel(availability);
  if (taken) return [availability, taken];
  return isFeatured ? ['featured', 'Featured'] : ['active', 'Active'];
}

/** Shows how many conversations a listing has, with a link to the newest. */
function Conversations({ listing }: { listing: OwnListingView }) {
  const { count, unread, newestId } = listing.conversations;
  if (newestId === null) return <span className={classes.quiet}>No messages yet</span>;
  return (
    <PageLink className={classes.chats} to={paths.conversation(newestId)}>
      <span className="numbers">
        {count} {count === 1 ? 'conversation' : 'conversations'}
      </span>
      {unread > 0 && (
        <Text span className="pill numbers" bg="maple.6" c="white" fz="0.75rem">
          {unread} new
        </Text>
      )}
    </PageLink>
  );
}

function MoreMenu({ listing, onDeleted }: Props) {
  const { publicUrl } = usePageConfig();
  const [deleting, setDeleting] = useState(false);
  const [lowering, setLowering] = useState(false);
  const [measuring, setMeasuring] = useState(false);
  const deals = useOwnListingDeals(listing);
  const term = useListingTerm(listing);
  const address = paths.listing(listing.id);
  return (
    <>
      <Menu position="bottom-end" width={200} withinPortal={false} keepMounted={false}>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.more}
            aria-label={`More actions for ${isolated(listing.title)}`}
          >
            <IconDots {...icon} size={20} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={PageLink} to={address} leftSection={<IconExternalLink {...icon} />}>
            View
          </Menu.Item>
          <Menu.Item leftSection={<IconChartBar {...icon} />} onClick={() => setMeasuring(true)}>
            How it&apos;s doing
          </Menu.Item>
          {!listing.hidden && (
            <Menu.Item
              leftSection={<IconCopy {...icon} />}
              onClick={() => void copyText(publicUrl + address, 'Link copied')}
            >
              Copy link
            </Menu.Item>
          )}
          {canPrintPoster(listing) && (
            <Menu.Item
              component="a"
              href={posterPath(listing.id)}
              leftSection={<IconPrinter {...icon} />}
            >
              Print a poster
            </Menu.Item>
          )}
          {!listing.hidden && deals.items}
          {!listing.hidden && term.items}
          {canGetCheaper(listing) && (
            <Menu.Item leftSection={<IconTag {...icon} />} onClick={() => setLowering(true)}>
              Lower the price…
            </Menu.Item>
          )}
          <SellSimilarItem listing={listing} />
          <Menu.Divider />
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<IconTrash {...icon} />}
            onClick={() => setDeleting(true)}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {deals.dialogs}
      <StatsModal listing={listing} opened={measuring} onClose={() => setMeasuring(false)} />
      <PriceStepsModal listing={listing} opened={lowering} onClose={() => setLowering(false)} />
      <DeleteListingModal
        listing={listing}
        opened={deleting}
        onClose={() => setDeleting(false)}
        onDeleted={onDeleted}
      />
    </>
  );
}

function canGetCheaper({ hidden, kind, availability, price }: OwnListingView): boolean {
  const isForSale = availability === 'available' || availability === 'reserved';
  return !hidden && kind === 'offer' && isForSale && Number(price) > 0;
}

/** Says when an open listing ends. */
function Ends({ listing: { availability, expiresAt } }: { listing: OwnListingView }) {
  const isOpen = availability === 'available' || availability === 'reserved';
  if (!isOpen || expiresAt === null) return null;
  return <p className={classes.place}>Ends {regionDayText(expiresAt)}</p>;
}
