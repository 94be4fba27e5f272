import { type ComponentPropsWithRef, type SyntheticEvent, useId, useRef, useState } from 'react';
import type { SuggestionView } from '@marketplace/shared/listings/views';
import { lazyPart } from '../../../ui/lazy-part.tsx';

const Suggestions = lazyPart(async () => (await import('./Suggestions.tsx')).Suggestions);

interface Props extends ComponentPropsWithRef<'input'> {
  /** A suggestion or an earlier search was chosen. */
  onChosen: (filter: SuggestionView['filter']) => void;
}

/** What the list of suggestions tells its field. */
export interface Expanded {
  role: 'listbox' | 'grid';
  activeId: string | undefined;
}

/**
 * A field for a search, which suggests once it has the focus: the code for that is fetched then. Without
 * JavaScript it is a plain field of its form. The element around it is what the suggestions are placed by.
 */
export function SearchInput({ onChosen, onFocus, onInput, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [text, setText] = useState<string>();
  const [typed, setTyped] = useState(false);
  const [expanded, setExpanded] = useState<Expanded | null>(null);
  const follow = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) =>
    setText(currentTarget.value);
  return (
    <>
      <input
        {...props}
        dir="auto"
        ref={input}
        type="search"
        name="search"
        maxLength={200}
        enterKeyHint="search"
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-haspopup={expanded?.role ?? 'listbox'}
        aria-expanded={expanded !== null}
        aria-controls={expanded ? listId : undefined}
        aria-activedescendant={expanded?.activeId}
        onFocus={(event) => {
          follow(event);
          onFocus?.(event);
        }}
        onInput={(event) => {
          follow(event);
          setTyped(true);
          onInput?.(event);
        }}
      />
      {text !== undefined && (
        <Suggestions
          id={listId}
          input={input}
          text={text}
          typed={typed}
          onText={setText}
          onExpanded={setExpanded}
          onChosen={onChosen}
        />
      )}
    </>
  );
}
