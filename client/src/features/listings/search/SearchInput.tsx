import { type ComponentPropsWithRef, useId, useRef, useState } from 'react';
import type { SuggestionView } from '@marketplace/shared/listings/views';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { Expanded } from './Suggestions.tsx';

const Suggestions = lazyPart(async () => (await import('./Suggestions.tsx')).Suggestions);

interface Props extends Omit<ComponentPropsWithRef<'input'>, 'onFocus' | 'onInput'> {
  /** Called when the user chooses a suggestion or a recent search. */
  onChosen: (filter: SuggestionView['filter']) => void;
}

/**
 * A search field whose suggestions load when it gets the focus. They are positioned relative to the
 * parent element. Without JavaScript, it is a plain field.
 */
export function SearchInput({ onChosen, ...props }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [text, setText] = useState<string>();
  const [typed, setTyped] = useState(false);
  const [expanded, setExpanded] = useState<Expanded | null>(null);
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
        onFocus={(event) => setText(event.currentTarget.value)}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setTyped(true);
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
