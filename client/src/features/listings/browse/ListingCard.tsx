import { Button, Group, VisuallyHidden } from '@mantine/core';
import { useId, useState } from 'react';
import type { ListingView } from '@marketplace/shared/listings/views';
import { isolated } from '@marketplace/shared/direction';
import { priceOf } from '@marketplace/shared/money';
import { paths } from '../../../config/paths.ts';
import { PageLink } from '../../../ui/PageLink.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import { UserAvatar } from '../../../ui/avatar/UserAvatar.tsx';
import { IconStarFilled } from '../../../ui/icons/icons.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useCurrentUser } from '../../auth/use-current-user.ts';
import { Age } from '../../../ui/time/Age.tsx';
import { regionDayText } from '@marketplace/shared/regions/region-day';
import { Miles } from '../area/Miles.tsx';
import { useContactSeller } from '../detail/ContactSellerProvider.tsx';
import { FavoriteButton } from '../favorites/FavoriteButton.tsx';
import {
  AvailabilityBadge,
  contactText,
  FeaturedBadge,
  goneText,
  InactiveBadge,
  isGoneFor,
  PreviousPrice,
  WantedBadge,
} from './ListingState.tsx';
import classes from './ListingCard.module.css';
import { Photo } from '../photos/Photo.tsx';
import { cardRatingText } from '../../../ui/count-text.ts';

const CardMenu = lazyPart(async () => (await import('../../hidden/CardMenu.tsx')).CardMenu);

interface Props {
  listing: ListingView;
  layout: 'grid' | 'list';
  /** True if the picture is in view when the page opens. */
  eager: boolean;
}

const sizes = {
  grid: '(min-width: 75em) 282px, (min-width: 45em) 31vw, 46vw',
  list: '(min-width: 40em) 220px, 128px',
};

/** A listing in a list. The title's link covers the card, and the buttons lie above the link. */
export function ListingCard({ listing, layout, eager }: Props) {
  const user = useCurrentUser();
  const isOwn = user?.id === listing.sellerId;
  const isGone = isGoneFor(listing, user);
  const titleId = useId();
  const [peeked, setPeeked] = useState(false);
  // Fetches the second photo when the card is first hovered or focused, on devices that can hover.
  const peek = () => setPeeked(window.matchMedia('(hover: hover)').matches);
  return (
    <article className={classes.card} data-layout={layout} data-gone={isGone || undefined}>
      <div className={classes.frame}>
        <Photo listing={listing} alt="" sizes={sizes[layout]} eager={eager} />
        {peeked && listing.images.length > 1 && (
          <SecondPhoto listing={listing} sizes={sizes[layout]} />
        )}
        <span className={classes.badges}>
          <WantedBadge kind={listing.kind} />
          {!isGone && <AvailabilityBadge availability={listing.availability} />}
          {listing.isFeatured && <FeaturedBadge />}
          {(listing.awayUntil || !listing.isActive) && (
            <InactiveBadge>
              {isGone
                ? goneText
                : listing.isActive
                  ? `Back ${regionDayText(`${listing.awayUntil}T12:00Z`)}`
                  : 'Hidden from others'}
            </InactiveBadge>
          )}
        </span>
      </div>
      <div className={classes.body}>
        <p className={`${classes.price} numbers`}>
          {priceOf(listing)}
          <PreviousPrice previousPrice={listing.previousPrice} />
        </p>
        <h3 id={titleId} dir="auto" className={classes.title}>
          {isGone ? (
            <span className={classes.link}>{listing.title}</span>
          ) : (
            <PageLink
              className={classes.link}
              to={paths.listing(listing.id)}
              onPointerEnter={peek}
              onFocus={(event) => event.target.matches(':focus-visible') && peek()}
            >
              {listing.title}
            </PageLink>
          )}
        </h3>
        {listing.description && (
          <p dir="auto" className={classes.description}>
            {listing.description}
          </p>
        )}
        <p className={classes.place}>
          {listing.location && <span className={classes.cut}>{listing.location}</span>}
          <span className={classes.age}>
            <Age createdAt={listing.createdAt} />
          </span>
          <Miles location={listing.location} />
        </p>
        <SellerLine listing={listing} />
      </div>
      <div className={classes.actions}>
        {isOwn ? (
          <OwnerActions listing={listing} />
        ) : listing.soldAt ? (
          <p className={classes.words}>Sold on {regionDayText(listing.soldAt)}</p>
        ) : (
          <ContactButton listing={listing} titleId={titleId} />
        )}
      </div>
      {!isOwn && <FavoriteButton listing={listing} floats titleId={titleId} />}
      {user && !isOwn && <CardMenu listing={listing} />}
    </article>
  );
}

/** Covers the first photo once it has loaded. */
function SecondPhoto({ listing, sizes }: { listing: ListingView; sizes: string }) {
  const [loaded, setLoaded] = useState(false);
  return (
    <span className={classes.second} data-loaded={loaded || undefined}>
      <Photo
        listing={listing}
        index={1}
        alt=""
        sizes={sizes}
        eager
        onLoad={() => setLoaded(true)}
      />
    </span>
  );
}

function SellerLine({ listing }: { listing: ListingView }) {
  return (
    <p className={classes.seller}>
      <UserAvatar user={listing.seller} size={22} />
      <span dir="auto" className={classes.cut}>
        {listing.sellerName}
      </span>
      <span
        className={`${classes.rating} numbers`}
        data-rated={listing.sellerReviewCount > 0 || undefined}
      >
        <IconStarFilled size={12} aria-hidden />
        <span className={VisuallyHidden.classes.root}>Rating</span>
        <span>{cardRatingText(listing.sellerRating, listing.sellerReviewCount)}</span>
      </span>
    </p>
  );
}

/** Renders like Mantine's Button in size xs, but more cheaply for each card of a list. */
function ContactButton({ listing, titleId }: { listing: ListingView; titleId: string }) {
  const contactSeller = useContactSeller();
  const { root, inner, label } = Button.classes;
  return (
    <PlainButton
      className={`mantine-active mantine-Button-root ${root} ${classes.contact}`}
      data-block
      aria-describedby={titleId}
      onClick={() => contactSeller(listing)}
    >
      <span className={inner}>
        <span className={label}>{contactText(listing)}</span>
      </span>
    </PlainButton>
  );
}

const DeleteListingModal = lazyPart(
  async () => (await import('../edit/DeleteListingModal.tsx')).DeleteListingModal,
);

function OwnerActions({ listing }: { listing: ListingView }) {
  const [opened, setOpened] = useState(false);
  const look = { size: 'xs', px: 12, variant: 'subtle' };
  return (
    <>
      <Group gap={4} ml={-12}>
        <Button
          {...look}
          component={PageLink}
          to={paths.editListing(listing.id)}
          aria-label={`Edit ${isolated(listing.title)}`}
        >
          Edit
        </Button>
        <Button
          {...look}
          color="red"
          aria-label={`Delete ${isolated(listing.title)}`}
          onClick={() => setOpened(true)}
        >
          Delete
        </Button>
      </Group>
      <DeleteListingModal listing={listing} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
