import { Box, Center, Group, Text } from '@mantine/core';
import type { AdminListing } from '@marketplace/shared/admin/schemas';
import { formatPrice } from '@marketplace/shared/money';
import { removeListingTexts } from '@marketplace/shared/outcomes/admin';
import { isolated } from '@marketplace/shared/direction';
import { Picture } from '../../ui/Picture.tsx';
import { IconPhoto } from '../../ui/icons/icons.tsx';
import type { Action } from './ActionDialog.tsx';
import type { AdminList } from './AdminTable.tsx';
import { ListingLink, PersonCell, RowMenu, Tag, TimeAgo } from './table-cells.tsx';

const filters = {
  all: 'All listings',
  active: 'Active',
  flagged: 'Flagged',
  reported: 'Reported',
  featured: 'Featured',
};

/** All listings, newest first. */
export const listingsTab: AdminList<AdminListing, Exclude<keyof typeof filters, 'all'>> = {
  label: 'Listings',
  noun: 'listing',
  searchLabel: 'Search listings',
  filters,
  noMatchText: 'No matching listings.',
  emptyText: 'Listings show up here as people post them.',
  fetchPage: (client, query) => client.admin.listings.query(query),
  changedBy: ['resumed', 'listingCreated', 'listingFlagged', 'listingChanged', 'report'],
  columns: [
    {
      title: 'Listing',
      width: 36,
      onPhone: 'wide',
      render: (listing) => <ListingCell listing={listing} />,
    },
    {
      title: 'Price',
      width: 9,
      render: ({ price }) => (
        <span className="numbers" style={{ whiteSpace: 'nowrap' }}>
          {formatPrice(price)}
        </span>
      ),
    },
    {
      title: 'Seller',
      width: 19,
      render: ({ sellerId, sellerName, sellerEmail }) => (
        <PersonCell id={sellerId} name={sellerName} email={sellerEmail} />
      ),
    },
    { title: 'State', width: 13, render: (listing) => <States listing={listing} /> },
    {
      title: 'Posted',
      width: 9,
      isExtra: true,
      render: ({ createdAt }) => <TimeAgo at={createdAt} />,
    },
    {
      title: 'Actions',
      width: 14,
      onPhone: 'corner',
      render({ title, isActive }, { openAction }) {
        const flagging = { label: 'Flag', onClick: () => openAction(flag) };
        const restoring = { label: 'Restore', onClick: () => openAction(restore) };
        const deleting = { label: 'Delete', onClick: () => openAction(remove), isDangerous: true };
        const blocked = 'This listing is already inactive.';
        return isActive ? (
          <RowMenu subject={title} first={flagging} actions={[flagging, deleting]} />
        ) : (
          <RowMenu
            subject={title}
            first={restoring}
            actions={[restoring, { ...flagging, blocked }, deleting]}
          />
        );
      },
    },
  ],
};

const picture = {
  flex: 'none',
  width: 56,
  height: 42,
  borderRadius: 'var(--radius-small)',
  background: 'var(--ground)',
  objectFit: 'cover',
} as const;

function ListingCell({ listing }: { listing: AdminListing }) {
  const { id, title, description, images, location } = listing;
  const [image] = images;
  return (
    <Group gap={12} align="flex-start" wrap="nowrap">
      {image ? (
        <Picture src={image} alt="" sizes="56px" style={picture} />
      ) : (
        <Center style={picture}>
          <IconPhoto size={20} stroke={1.75} opacity={0.5} aria-hidden />
        </Center>
      )}
      <Box miw={0}>
        <Text inherit fw={600}>
          <ListingLink id={id} title={title} />
        </Text>
        <Text inherit lineClamp={2} c="dimmed">
          {[location, isolated(description)].filter(Boolean).join(' · ')}
        </Text>
      </Box>
    </Group>
  );
}

function States({ listing }: { listing: AdminListing }) {
  const { isActive, availability, isFeatured, hiddenByReports, flagReason } = listing;
  return (
    <>
      <Group gap="2px 12px">
        {isActive ? (
          <Tag kind="good">{activeTexts[availability]}</Tag>
        ) : (
          <Tag kind="bad">{flagReason === null ? 'Inactive' : 'Flagged'}</Tag>
        )}
        {hiddenByReports && <Tag kind="warm">Hidden by reports</Tag>}
        {isFeatured && <Tag kind="warm">Featured</Tag>}
      </Group>
      {flagReason && (
        <Text inherit c="dimmed" mt={4}>
          {flagReason}
        </Text>
      )}
    </>
  );
}

const activeTexts = { available: 'Active', reserved: 'Reserved', sold: 'Sold', expired: 'Expired' };

const flag: Action<AdminListing> = {
  title: 'Flag listing',
  text: ({ title, sellerName }) =>
    `Only ${isolated(sellerName)} will see "${isolated(title)}" until an admin restores it.`,
  confirm: 'Flag',
  confirming: 'Flagging...',
  reason: {
    hasRule: true,
    isRequired: true,
    initial: 'Policy violation',
    description: "We'll notify and email the seller.",
    hasTemplates: true,
  },
  // The dialog requires a reason, so the default is never used.
  run: (client, { id }, { reason = '', guideline }) =>
    client.admin.flag.mutate({ id, reason, guideline }),
  done: 'Listing has been flagged and deactivated.',
  failed: 'Failed to flag listing.',
};

const restore: Action<AdminListing> = {
  title: 'Restore listing',
  text: ({ title }) => `"${isolated(title)}" will be visible to everyone again.`,
  confirm: 'Restore',
  confirming: 'Restoring...',
  reason: { isRequired: false, description: "Optional. We'll share it with the seller." },
  run: (client, { id }, { reason }) => client.admin.restore.mutate({ id, reason }),
  done: 'Listing has been restored.',
  failed: 'Failed to restore listing.',
};

const remove: Action<AdminListing> = {
  title: 'Delete listing',
  text: ({ title }) =>
    `This permanently deletes "${isolated(title)}" for everyone. Conversations about it will stay.`,
  confirm: 'Delete',
  confirming: 'Deleting...',
  isDangerous: true,
  reason: {
    isRequired: false,
    hasRule: true,
    description: "Optional. We'll share it with the seller.",
  },
  run: (client, { id }, given) => client.admin.removeListing.mutate({ id, ...given }),
  ...removeListingTexts,
};
