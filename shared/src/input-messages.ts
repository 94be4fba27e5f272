import * as z from 'zod';

type Issue = z.core.$ZodRawIssue;

/** Descriptions of valid values, by zod's name for their type or format. */
const kinds: Record<string, string> = {
  string: 'text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  datetime: 'a date and time such as 2026-11-28T15:00:00Z',
};

/* Importing this file sets a message for every refused input that the schema has none for. */
z.config({ customError: (issue) => `${fieldName(issue.path ?? [])} ${complaint(issue)}.` });

function complaint(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return isMissing(issue) ? 'is required' : `must be ${kindOf(issue.expected, issue)}`;
    case 'invalid_value': {
      if (isMissing(issue)) return 'is required';
      const choices = issue.values.filter((value) => value !== '');
      return `must be ${choices.length > 1 ? 'one of: ' : ''}${choices.join(', ')}`;
    }
    case 'invalid_union': {
      // The last variant of the union is the one that programs use.
      const last = issue.errors.at(-1)?.[0];
      if (isMissing(issue)) return 'is required';
      if (last?.code === 'invalid_type') return `must be ${kindOf(last.expected, issue)}`;
      return "isn't valid";
    }
    case 'invalid_format':
      return issue.format in kinds ? `must be ${kinds[issue.format]}` : "isn't in the right form";
    case 'too_small':
      if (issue.minimum === 1 && issue.origin !== 'number') return "can't be empty";
      return sizeText(issue, `must have at least ${issue.minimum}`);
    case 'too_big':
      return sizeText(issue, `can have up to ${issue.maximum}`);
    default:
      return "isn't valid";
  }
}

/** Returns true for a missing field. The input as a whole has no name, so it is never missing. */
function isMissing({ input, path = [] }: Issue): boolean {
  return input === undefined && path.length > 0;
}

function sizeText(issue: Issue & { origin: string }, lengthText: string): string {
  if (issue.origin === 'string') return `${lengthText} characters`;
  return issue.origin === 'array' ? `${lengthText} items` : `must be ${numberText(issue)}`;
}

function kindOf(expected: string, issue: Issue): string {
  return kinds[expected] ?? numberText(issue);
}

/** Returns 'a whole number from 1 to 100' from all checks of the schema, whichever one failed. */
function numberText({ schema }: Issue): string {
  if (!(schema instanceof z.ZodNumber)) return 'a number';
  const { format, minValue, maxValue } = schema;
  const number = format === 'safeint' ? 'a whole number' : 'a number';
  const min = (minValue ?? -Infinity) > Number.MIN_SAFE_INTEGER ? minValue : null;
  const max = (maxValue ?? Infinity) < Number.MAX_SAFE_INTEGER ? maxValue : null;
  if (min === null) return max === null ? number : `${number} up to ${max}`;
  return `${number} ${max === null ? `of ${min} or more` : `from ${min} to ${max}`}`;
}

/** Returns 'Listing ID' for `listingId`, or 'Item 2 of images' for a list's second item. */
function fieldName(path: PropertyKey[]): string {
  const last = path.at(-1);
  if (last === undefined) return 'The input';
  if (typeof last === 'number') return `Item ${last + 1} of ${lower(fieldName(path.slice(0, -1)))}`;
  const words = String(last)
    .replace(/^is(?=[A-Z])/, '')
    .replace(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .replace(/ [A-Z](?=[a-z])/g, (start) => start.toLowerCase())
    .replace(/\bid(?=s?$)/i, 'ID');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
