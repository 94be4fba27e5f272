import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import cropStyles from 'react-easy-crop/react-easy-crop.css?url';
import { imageUrlAtWidth } from '@marketplace/shared/media/urls';
import type { Area } from './redraw-image.ts';
import type { Picture, Pictures } from './use-pictures.ts';
import classes from './PicturePicker.module.css';

interface Props {
  pictures: Pictures;
  picture: Picture;
  /** The picture's number in the list, from 1. */
  place: number;
  onClose: () => void;
}

/** Crops a photo to 4:3: drag, pinch or scroll, or use the arrow keys and the slider. */
export function CropPanel({ pictures, picture, place, onClose }: Props) {
  const { original, edit } = picture;
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [unreadable, setUnreadable] = useState(false);
  const helpId = useId();
  const isReady = area !== null;
  const stored = original.url && imageUrlAtWidth(original.url, 1280);
  const crop = (part: Area | null) => {
    void pictures.crop(picture.key, part);
    onClose();
  };
  useEffect(() => {
    // The frame exists once the photo has loaded.
    if (isReady) document.querySelector<HTMLElement>(`.${classes.frame}`)?.focus();
  }, [isReady]);
  return (
    <Stack component="section" gap="xs" aria-label={`Crop photo ${place}`}>
      <link rel="stylesheet" href={cropStyles} precedence="crop" />
      <div className={classes.cropper}>
        <Cropper
          // Most browsers cannot read HEIC. The stored picture is WebP.
          image={(unreadable && stored) || original.preview}
          aspect={4 / 3}
          rotation={edit.turns * 90}
          crop={position}
          zoom={zoom}
          keyboardStep={8}
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropComplete={setArea}
          {...(edit.crop && { initialCroppedAreaPercentages: edit.crop })}
          mediaProps={{ onError: () => setUnreadable(true) }}
          classes={{ cropAreaClassName: classes.frame ?? '' }}
          cropperProps={{
            role: 'application',
            'aria-label': 'Part of the photo to show',
            'aria-describedby': helpId,
          }}
          disableAutomaticStylesInjection
        />
      </div>
      {unreadable && !stored ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          This browser can&apos;t show this photo, so it can&apos;t crop it.
        </Text>
      ) : (
        <Text size="xs" c="dimmed" id={helpId}>
          Drag the photo or use the arrow keys.
        </Text>
      )}
      <Group component="label" gap="xs" wrap="nowrap" fz="sm">
        Zoom
        <input
          type="range"
          className={classes.zoom}
          min={1}
          max={3}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
      </Group>
      <Group gap="xs" justify="flex-end">
        {edit.crop && (
          <Button variant="subtle" me="auto" onClick={() => crop(null)}>
            Whole photo
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={!isReady} onClick={() => crop(area)}>
          Crop
        </Button>
      </Group>
    </Stack>
  );
}
