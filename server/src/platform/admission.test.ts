import { describe, expect, it } from 'vitest';
import { type AdmissionLimits, createAdmission } from './admission.ts';
import { sheddingLimits } from './shedding.ts';

const one = '203.0.113.1';
const other = '198.51.100.1';

function admissionOf(limits: Partial<AdmissionLimits>, factor = 1) {
  return createAdmission({ ...sheddingLimits, ...limits }, factor);
}

describe('turns', () => {
  it('limit a network to its share, and skip networks that wait for their share', async () => {
    const admission = admissionOf({ inWork: 4, inWorkOfNetwork: 2 });
    const begun: string[] = [];
    const enter = (ip: string, name: string) => {
      const turn = admission.enter(ip, 1);
      void turn.begins.then((refusal) => refusal ?? begun.push(name));
      return turn;
    };
    const [first] = [enter(one, 'one 1'), enter(one, 'one 2'), enter(one, 'one 3')];
    const last = enter(other, 'other 1');
    await last.begins;
    expect(begun).toEqual(['one 1', 'one 2', 'other 1']);
    first?.end();
    await expect.poll(() => begun).toEqual(['one 1', 'one 2', 'other 1', 'one 3']);
  });

  it('refuse a network whose queue is full with a 429, and others only when the server is full', async () => {
    const limits = { inWork: 2, inWorkOfNetwork: 1, waiting: 1, waitingOfNetwork: 1 };
    const admission = admissionOf(limits);
    admission.enter(one, 1);
    const waiting = admission.enter(one, 1);
    expect(await admission.enter(one, 1).begins).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(await admission.enter(other, 1).begins).toBeNull();
    expect(admission.refusalNow('192.0.2.1', 1)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    waiting.end();
    expect(admission.refusalNow('192.0.2.1', 1)).toBeNull();
  });

  it('are refused when the wait is too long', async () => {
    const admission = admissionOf({ inWorkOfNetwork: 1, networkTimeoutMs: 10 });
    admission.enter(one, 1);
    await expect(admission.enterCall(one)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfter: 2,
    });
  });

  it('begin while their weight fits', async () => {
    const admission = admissionOf({ inWork: 1 }, 10);
    const ends = await Promise.all([1, 2, 3, 4].map(() => admission.enterCall(one, 1 / 4)));
    const next = admission.enter(one, 1 / 4);
    expect(next.isWaiting()).toBe(true);
    ends[0]?.();
    expect(await next.begins).toBeNull();
  });

  it('end once, even if `end` is called twice', async () => {
    const admission = admissionOf({ inWork: 1 });
    const turn = admission.enter(one, 1);
    turn.end();
    turn.end();
    admission.enter(one, 1);
    expect(admission.enter(other, 1).isWaiting()).toBe(true);
  });
});

describe('the budget of a network', () => {
  it('is spent by weight, and a refusal says when it is sufficient again', () => {
    const admission = admissionOf({ burstOfNetwork: 100, perSecondOfNetwork: 0.1 });
    expect(admission.spend(one, 60)).toBeNull();
    expect(admission.spend(one, 60)).toEqual({
      code: 'TOO_MANY_REQUESTS',
      message: 'Too many requests from your network. Please wait a moment and try again.',
      retryAfter: 200,
    });
    expect(admission.spend(one, 40)).toBeNull();
    expect(admission.spend(other, 100)).toBeNull();
  });

  it('refills over time', async () => {
    const admission = admissionOf({ burstOfNetwork: 10, perSecondOfNetwork: 20 });
    expect(admission.spend(one, 10)).toBeNull();
    expect(admission.spend(one, 10)).not.toBeNull();
    await expect.poll(() => admission.spend(one, 10)).toBeNull();
  });

  it('applies to an IPv6 /64, and five times as much to its /48', () => {
    const admission = admissionOf({ burstOfNetwork: 10, perSecondOfNetwork: 0.001 });
    for (let network = 1; network <= 5; network++) {
      expect(admission.spend(`2001:db8:1:${network}::1`, 10)).toBeNull();
      expect(admission.spend(`2001:db8:1:${network}::2`, 10)).not.toBeNull();
    }
    expect(admission.spend('2001:db8:1:6::1', 10)).not.toBeNull();
    expect(admission.spend('2001:db8:2:6::1', 10)).toBeNull();
  });

  it('grows with the factor', () => {
    const admission = admissionOf({ burstOfNetwork: 10, perSecondOfNetwork: 0.001 }, 3);
    expect(admission.spend(one, 30)).toBeNull();
    expect(admission.spend(one, 1)).not.toBeNull();
  });
});

it('counts sockets by network and by user until they are closed', () => {
  const admission = admissionOf({ socketsOfNetwork: 2, socketsOfUser: 1 });
  const close = admission.openSocket({ ip: one });
  expect(admission.openSocket({ ip: one })).not.toBeNull();
  expect(admission.openSocket({ ip: one })).toBeNull();
  expect(admission.openSocket({ ip: other })).not.toBeNull();
  close?.();
  expect(admission.openSocket({ ip: one })).not.toBeNull();
  expect(admission.openSocket({ userId: 'somebody' })).not.toBeNull();
  expect(admission.openSocket({ userId: 'somebody' })).toBeNull();
});
