import { Textarea, type TextareaProps } from '@mantine/core';
import { codePoints, reviewTextMaxLength } from '@marketplace/shared/reviews/constants';

interface Props extends Omit<TextareaProps, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
}

/** Whether a comment or reply is longer than may be stored. */
export function isTooLong(text: string): boolean {
  return codePoints(text) > reviewTextMaxLength;
}

/** The text of a review or reply with its counter. Text that is too long is marked, never cut off. */
export function WordsField({ value, onChange, ...field }: Props) {
  return (
    <Textarea
      autosize
      minRows={3}
      maxRows={10}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      // Control and Enter sends, as in many a text field.
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
