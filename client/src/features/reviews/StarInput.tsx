import { VisuallyHidden } from '@mantine/core';
import { IconStarFilled } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import { ratingLabels } from '@marketplace/shared/reviews/constants';
import classes from './StarInput.module.css';

interface Props {
  /** 0 while nothing is chosen. */
  value: number;
  onChange: (rating: number) => void;
  disabled: boolean;
}

/** Five stars to choose from by pointer or keys; what the pointer is on is shown before it is chosen. */
export function StarInput({ value, onChange, disabled }: Props) {
  const name = useId();
  const [hovered, setHovered] = useState(0);
  const stars = useRef<HTMLDivElement>(null);
  // The dialog that looks for what to focus may have opened before the stars were there.
  useEffect(() => {
    stars.current?.querySelector<HTMLInputElement>('[data-autofocus]')?.focus();
  }, []);
  const shown = (!disabled && hovered) || value;
  return (
    <fieldset className={classes.field} disabled={disabled}>
      <legend className={classes.legend}>Your rating</legend>
      <div className={classes.line}>
        <div ref={stars} className={classes.stars} onPointerLeave={() => setHovered(0)}>
          {ratingLabels.map((label, at) => {
            const rating = at + 1;
            return (
              <label
                key={label}
                className={classes.star}
                data-filled={rating <= shown || undefined}
                // A finger leaves no hover behind.
                onPointerEnter={(event) => event.pointerType === 'mouse' && setHovered(rating)}
              >
                <input
                  type="radio"
                  name={name}
                  value={rating}
                  checked={rating === value}
                  data-autofocus={rating === (value || 1) || undefined}
                  onChange={() => {
                    setHovered(0);
                    onChange(rating);
                  }}
                />
                <VisuallyHidden>
                  {rating} of 5: {label}
                </VisuallyHidden>
                <IconStarFilled size={32} aria-hidden />
              </label>
            );
          })}
        </div>
        <span className={classes.label} data-chosen={shown > 0 || undefined} aria-hidden>
          {ratingLabels[shown - 1] ?? 'Select a rating'}
        </span>
      </div>
    </fieldset>
  );
}
