import { IconHeart } from '../../../ui/icons/icons.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import classes from './FavoriteButton.module.css';
import { toggleFavorite, useIsFavorite } from './favorites.ts';

interface Props {
  listing: { id: string; title: string };
  /** On a photo, in its corner. */
  floats?: boolean;
  /** In a card: the id of its title, which tells the heart from those of other cards. */
  titleId?: string;
}

/** The heart that saves a listing. It fills once the page has its scripts, so that all get the same page. */
export function FavoriteButton({ listing, floats, titleId }: Props) {
  const isSaved = useIsFavorite(listing.id);
  return (
    <PlainButton
      className={classes.heart}
      data-floats={floats}
      aria-pressed={isSaved}
      aria-label={isSaved ? 'Remove from favorites' : 'Add to favorites'}
      aria-describedby={titleId}
      onClick={() => toggleFavorite(listing)}
    >
      <IconHeart size={22} stroke={1.75} aria-hidden />
    </PlainButton>
  );
}
