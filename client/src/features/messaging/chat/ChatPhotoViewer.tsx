import type { ComponentProps } from 'react';
import { PhotoViewer, usePhotoSteps } from '../../../ui/photos/PhotoViewer.tsx';

interface Props extends Omit<ComponentProps<typeof PhotoViewer>, 'steps'> {
  /** The photo to begin with. */
  first: number;
}

/** The photos of a message in full screen. */
export function ChatPhotoViewer({ first, ...props }: Props) {
  const steps = usePhotoSteps(props.photos.length, first);
  return (
    <div {...steps.keys}>
      <PhotoViewer steps={steps} {...props} />
    </div>
  );
}
