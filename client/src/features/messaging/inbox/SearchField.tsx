import { CloseButton, TextInput } from '@mantine/core';
import { searchLength } from '@marketplace/shared/messaging/constants';
import { IconSearch } from '../../../ui/icons/icons.tsx';
import classes from './ConversationList.module.css';

interface Props {
  text: string;
  onChange: (text: string) => void;
}

/** The search field above the conversation list. Escape clears it. */
export function SearchField({ text, onChange }: Props) {
  return (
    <search className={classes.search}>
      <TextInput
        aria-label="Search conversations"
        placeholder="Search conversations"
        maxLength={searchLength.max}
        autoComplete="off"
        enterKeyHint="search"
        value={text}
        leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
        rightSection={
          text && <CloseButton aria-label="Clear search" onClick={() => onChange('')} />
        }
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('');
        }}
      />
    </search>
  );
}
