import { Textarea, type TextareaProps } from '@mantine/core';
import { codePoints, reviewTextMaxLength } from '@marketplace/shared/reviews/constants';

interface Props extends Omit<TextareaProps, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
}

/** Returns true if a comment or reply is too long to be stored. */
export function isTooLong(text: string): boolean {
  return codePoints(text) > reviewTextMaxLength;
}

/**
 * The field for a review or reply, with a counter. Text that is too long is marked, not cut off.
 */
export function ReviewTextField({ value, onChange, ...field }: Props) {
  return (
    <Textarea
      autosize
      minRows={3}
      maxRows={10}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      // Ctrl+Enter or Cmd+Enter submits the form.
      onKeyDown={(event) => {
        const sends = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
        if (sends && !event.nativeEvent.isComposing) event.currentTarget.form?.requestSubmit();
      }}
      description={`${codePoints(value)}/${reviewTextMaxLength}`}
      descriptionProps={{ ta: 'right', className: 'numbers' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={isTooLong(value) && `Use up to ${reviewTextMaxLength} characters.`}
      {...field}
    />
  );
}
