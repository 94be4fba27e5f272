import { IconHeart } from '../../../ui/icons/icons.tsx';
import { PlainButton } from '../../../ui/PlainButton.tsx';
import classes from './FavoriteButton.module.css';
import { useIsFavorite } from './favorite-ids.ts';
import { toggleFavorite } from './favorites.ts';

interface Props {
  listing: { id: string; title: string };
  /** True in the corner of a photo. */
  floats?: boolean;
  /** In a card, the id of its title, which tells screen readers which listing the heart is for. */
  titleId?: string;
}

/** The heart that saves a listing. The server renders it empty, the same for all users. */
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
