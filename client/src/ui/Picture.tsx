import type { ComponentPropsWithRef } from 'react';
import { imageSrcSet, imageUrlAtWidth } from '@marketplace/shared/media/urls';

interface Props extends Omit<ComponentPropsWithRef<'img'>, 'src' | 'srcSet'> {
  src: string;
  alt: string;
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string;
  /** Shown at once without lazy loading: for what is in view when a page opens. */
  priority?: boolean;
}

/** A stored picture in the width that the screen needs. */
export function Picture({ src, alt, sizes, priority = false, ...props }: Props) {
  return (
    <img
      alt={alt}
      // Before src: otherwise some browsers start on the wrong file.
      sizes={sizes}
      srcSet={imageSrcSet(src)}
      src={imageUrlAtWidth(src, 640)}
      loading={priority ? 'eager' : 'lazy'}
      fetchPriority={priority ? 'high' : 'auto'}
      decoding="async"
      {...props}
    />
  );
}
