import { expect, it } from 'vitest';
import { wrongMessages } from './messages.ts';

it.each([
  ['limit', 'Invalid input: expected number, received NaN'],
  ['limit', 'Too small: expected number to be >=1'],
  ['limit', 'Too big: expected array to have <=5 items'],
  ['limit', 'Invalid option: expected one of "a"|"b"'],
  ['limit', 'Invalid ISO datetime'],
  ['limit', 'Invalid string: must match pattern /limit/'],
  ['limit', 'Unrecognized key: "limit"'],
  ['', 'Request body is too large'],
  ['', "'/%E0' is not a valid url component"],
  ['', 'Unexpected token \'l\', "limit" is not valid JSON'],
  ['', 'No procedure found on path "limit"'],
  ['', 'BAD_REQUEST'],
  ['', 'invalid input syntax for type uuid: "x"'],
  ['', "Cannot read properties of undefined (reading 'limit')"],
  ['limit', 'Something that nobody wrote.'],
])('reports a message that is not the product’s, at "%s": %s', (path, message) => {
  expect(wrongMessages(JSON.stringify({ message }))).not.toEqual([]);
  expect(wrongMessages(JSON.stringify({ message, issues: [{ path, message }] }))).not.toEqual([]);
  expect(wrongMessages(JSON.stringify({ error: { message } }))).not.toEqual([]);
});

it.each([
  ['limit', 'Limit must be a whole number from 1 to 100.'],
  ['images.3', 'Item 4 of images must be text.'],
  ['', 'The input must be an object.'],
  ['price', 'Price must be a valid positive number'],
  ['comment', 'A comment can have up to 2000 characters.'],
])('accepts a message that names its field or is in the sources, at "%s": %s', (path, message) => {
  expect(wrongMessages(JSON.stringify({ message, issues: [{ path, message }] }))).toEqual([]);
});
