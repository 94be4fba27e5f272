import { ActionIcon, Button, Tooltip } from '@mantine/core';
import {
  IconArrowLeft,
  IconArrowRight,
  IconRotateClockwise,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Picture } from './pictures.ts';
import classes from './PicturePicker.module.css';

interface Props {
  picture: Picture;
  index: number;
  count: number;
  onMove: (by: -1 | 1) => void;
  onRotate: () => void;
  onRemove: () => void;
  onRetry: () => void;
}

/** One picture with its buttons. */
export function PictureTile({ picture, index, count, ...actions }: Props) {
  const place = `photo ${index + 1}`;
  return (
    <>
      <img
        className={classes.preview}
        src={picture.preview}
        alt={picture.name}
        draggable={false}
        data-grip
      />
      {index === 0 && <span className={`${classes.cover} pill`}>Cover</span>}
      {picture.progress !== null && (
        <progress
          className={classes.progress}
          aria-label={`Uploading ${picture.name}`}
          max={1}
          value={picture.progress}
        />
      )}
      {picture.error && (
        <div className={classes.failure}>
          <Button
            size="compact-sm"
            variant="white"
            color="dark"
            onClick={actions.onRetry}
            aria-label={`Retry ${place}`}
          >
            Retry
          </Button>
        </div>
      )}
      <div className={classes.remove}>
        <TileButton label={`Remove ${place}`} icon={IconX} onClick={actions.onRemove} />
      </div>
      <div className={classes.tools}>
        <TileButton
          label={`Move ${place} earlier`}
          icon={IconArrowLeft}
          move="earlier"
          hidden={index === 0}
          onClick={() => actions.onMove(-1)}
        />
        {!picture.error && (
          <TileButton
            label={`Rotate ${place}`}
            icon={IconRotateClockwise}
            onClick={actions.onRotate}
          />
        )}
        <TileButton
          label={`Move ${place} later`}
          icon={IconArrowRight}
          move="later"
          hidden={index === count - 1}
          onClick={() => actions.onMove(1)}
        />
      </div>
    </>
  );
}

interface TileButtonProps {
  label: string;
  icon: TablerIcon;
  /** The direction of a move button, which gets the focus again after the move. */
  move?: 'earlier' | 'later';
  hidden?: boolean;
  onClick: () => void;
}

function TileButton({ label, icon: Icon, move, hidden, onClick }: TileButtonProps) {
  return (
    <Tooltip label={label} disabled={hidden} events={{ hover: true, focus: true, touch: false }}>
      <ActionIcon
        variant="white"
        color="dark"
        radius="xl"
        size={32}
        aria-label={label}
        data-move={move}
        disabled={hidden}
        onClick={onClick}
      >
        <Icon size={18} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
