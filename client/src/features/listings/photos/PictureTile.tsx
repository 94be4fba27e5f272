import { ActionIcon, Box, Button, Text, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, MouseEvent } from 'react';
import { flushSync } from 'react-dom';
import { isolated } from '@marketplace/shared/direction';
import type { Icon } from '../../../ui/icons/icons.tsx';
import {
  IconArrowLeft,
  IconArrowRight,
  IconRotateClockwise,
  IconX,
} from '../../../ui/icons/listing-icons.tsx';
import { IconCrop } from '../../../ui/icons/page-icons.tsx';
import { judgePhoto } from './photo-quality.ts';
import type { Picture, Pictures } from './use-pictures.ts';
import classes from './PicturePicker.module.css';

interface Props {
  pictures: Pictures;
  picture: Picture;
  index: number;
  onMove: (index: number, by: -1 | 1) => void;
  onCrop: () => void;
}

/** Wraps all tiles. After one tooltip was open, the next opens without a delay. */
export const TileGroup = Tooltip.Group;

/** Exported so that the AI button can load the tooltip when it is first needed. */
export const TileTooltip = Tooltip;

/** The state and the buttons of a picture, on top of it. */
export function PictureTile({ pictures, picture, index, onMove, onCrop }: Props) {
  const { key, name, error, progress } = picture;
  const place = `photo ${index + 1}`;
  const remove = ({ currentTarget }: MouseEvent) => {
    const list = currentTarget.closest('ul');
    flushSync(() => pictures.remove(key));
    // Moves the focus, which was lost with the button, to the tile that follows.
    list?.children[index]?.querySelector('button')?.focus();
  };
  return (
    <>
      {index === 0 && <span className={`${classes.cover} pill`}>Cover</span>}
      {progress !== null && (
        <progress
          className={classes.progress}
          aria-label={`Uploading ${isolated(name)}`}
          max={1}
          value={progress}
        />
      )}
      {error && (
        <div className={classes.failure}>
          <Button
            size="compact-sm"
            variant="white"
            color="dark"
            onClick={() => void pictures.retry(key)}
            aria-label={`Retry ${place}`}
          >
            Retry
          </Button>
        </div>
      )}
      <Box pos="absolute" top={4} right={4} className={classes.remove}>
        <TileButton label={`Remove ${place}`} icon={IconX} onClick={remove} />
      </Box>
      <div className={classes.tools}>
        <TileButton
          label={`Move ${place} earlier`}
          icon={IconArrowLeft}
          data-move
          disabled={index === 0}
          onClick={() => onMove(index, -1)}
        />
        {!error && (
          <>
            <TileButton
              label={`Rotate ${place}`}
              icon={IconRotateClockwise}
              onClick={() => void pictures.rotate(key)}
            />
            <TileButton label={`Crop ${place}`} icon={IconCrop} data-crop onClick={onCrop} />
          </>
        )}
        <TileButton
          label={`Move ${place} later`}
          icon={IconArrowRight}
          data-move
          disabled={index === pictures.pictures.length - 1}
          onClick={() => onMove(index, 1)}
        />
      </div>
      <Text aria-live="polite" className={classes.hint} size="xs" c="dimmed">
        {usePhotoHint(picture)}
      </Text>
    </>
  );
}

/** Returns what would improve a chosen photo. Photos that the server has were judged before. */
function usePhotoHint({ file, preview }: Picture): string | null | undefined {
  return useQuery({
    queryKey: ['photo-hint', preview],
    // A browser that cannot read the photo (HEIC) has no hint.
    queryFn: () => file && judgePhoto(file).catch(() => null),
    networkMode: 'always',
    staleTime: Infinity,
  }).data;
}

const tooltipEvents = { hover: true, focus: true, touch: false };

interface TileButtonProps extends Pick<ComponentProps<'button'>, 'disabled' | 'onClick'> {
  label: string;
  icon: Icon;
}

function TileButton({ label, icon: Icon, ...props }: TileButtonProps) {
  return (
    <Tooltip label={label} disabled={props.disabled} events={tooltipEvents}>
      <ActionIcon variant="white" color="dark" radius="xl" size={32} aria-label={label} {...props}>
        <Icon size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
