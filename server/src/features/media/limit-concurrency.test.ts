import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { limitConcurrency } from './process-image.ts';

describe('limitConcurrency', () => {
  it('runs all work in order, and no more than the limit at a time', async () => {
    const limited = limitConcurrency(2);
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const work = (n: number) => async () => {
      started.push(n);
      most = Math.max(most, ++running);
      await setImmediate();
      running--;
      return n;
    };
    const numbers = [0, 1, 2, 3, 4, 5, 6];
    expect(await Promise.all(numbers.map((n) => limited(1, work(n))))).toEqual(numbers);
    expect(started).toEqual(numbers);
    expect(most).toBe(2);
  });

  it('runs heavy work alone, in its turn', async () => {
    const limited = limitConcurrency(2);
    const running = new Set<string>();
    const seen: string[] = [];
    const work = (name: string) => async () => {
      running.add(name);
      await setImmediate();
      seen.push([...running].join('+'));
      running.delete(name);
    };
    const pieces = [limited(1, work('a')), limited(2, work('heavy')), limited(1, work('b'))];
    await Promise.all(pieces);
    expect(seen).toEqual(['a', 'heavy', 'b']);
  });

  it('frees the place of failed work for the next', async () => {
    const limited = limitConcurrency(1);
    const failing = limited(1, () => Promise.reject(new Error('broken')));
    const next = limited(1, async () => 'done');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('done');
  });
});
