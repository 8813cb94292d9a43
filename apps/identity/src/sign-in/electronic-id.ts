import { hash } from 'node:crypto';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import type { Logger } from '@hofn/service';
import { challengeOf, type EidMethod, EidRefused, type EidService, EidSilent } from '@hofn/service/eid.ts';
import { findCustomer, isCalledBy } from '../accounts.ts';
import type { Random } from '../passwords.ts';
import { beginAttempt, forgetAttempts, limits, takeBackAttempt } from './attempts.ts';
import { type Call, createCallStore } from './call-store.ts';
import type { KnownDevice } from './known-device.ts';

/** The service is asked no more often than this, however often the page asks us. */
const askEveryMs = 1_000;

/** Whom to call, for the sign-in `uid`. */
export type Calling = {
  uid: string;
  method: EidMethod;
  called: string;
  address: string;
  /** The browser's mark from an earlier sign-in, and whose it was. */
  device: KnownDevice | undefined;
  /** What the phone shows beside the code; sixty letters at the most. */
  message(code: string): string;
};

/** How beginning a call ended; a number that has no electronic ID is called like any other, and never answers. */
export type Begun = 'called' | 'waits' | 'pinLocked' | 'silent';

/** How a sign-in by electronic ID ended. */
export type Finished = { signedIn: true; sub: string } | { signedIn: false; reason: 'stranger' | 'silent' };

/**
 * Makes signing in by electronic ID (rule AUTH-10b). A call belongs to one sign-in under way, and with it to the browser that
 * has its cookie; a number is called a few times and then waits (rule AUTH-13), but for a browser that its owner has signed
 * in with before. What is signed is a random number that nothing else is known by.
 */
export const createElectronicId = (parts: {
  db: Db;
  clock: Clock;
  logger: Logger;
  random: Random;
  eid: EidService;
  /** How long a phone has to answer. */
  seconds: number;
  /** Calls to one phone before the next ones wait. */
  mostCalls: number;
}) => {
  const { db, clock, logger, random, eid, seconds, mostCalls } = parts;
  const store = createCallStore(db);

  /** What the call is counted by: the number, and for its owner the browser too. */
  const countedBy = async ({ method, called, device }: Calling): Promise<string> => {
    const isOwn = device !== undefined && (await isCalledBy(db, device.sub, { method, called }));
    return `${method}:${called}${isOwn ? `@${device.id}` : ''}`;
  };

  const begin = async (calling: Calling): Promise<Begun> => {
    const { uid, method, called, address, message } = calling;
    const now = clock.now();
    if (!(await beginAttempt(db, 'callAddress', address, now))) return 'waits';
    const counted = await countedBy(calling);
    if (!(await beginAttempt(db, 'call', counted, now, mostCalls))) {
      await takeBackAttempt(db, 'callAddress', address);
      return 'waits';
    }
    const sha256 = hash('sha256', random(32), 'buffer');
    const code = challengeOf(sha256);
    const endsAt = now.getTime() + seconds * 1000;
    const call: Call = { method, called, code, reference: '', state: 'waiting', endsAt, askedAt: 0, counted };
    // Written down first: a call that nobody knows of could be confirmed for nothing.
    await store.put(uid, call);
    try {
      const reference = await eid.call({ method, called, message: message(code), sha256 });
      await store.note(uid, call, { reference });
    } catch (error) {
      if (error instanceof EidRefused && error.code === 'eidNoCertificate') return 'called';
      await store.remove(uid, call);
      if (error instanceof EidRefused) return 'pinLocked';
      if (!(error instanceof EidSilent)) throw error;
      logger.warn({ err: error }, 'electronic ID service does not answer');
      await takeBackAttempt(db, 'callAddress', address);
      await takeBackAttempt(db, 'call', counted, mostCalls);
      return 'silent';
    }
    return 'called';
  };

  /** Asks the service how a call stands. While it does not answer, the call waits until it has run out. */
  const news = async (call: Call): Promise<Partial<Call>> => {
    const heard = await eid.state(call.reference).catch((error: unknown) => {
      if (!(error instanceof EidSilent)) throw error;
      logger.warn({ err: error }, 'electronic ID service does not answer');
      return { state: 'waiting' } as const;
    });
    return heard.state === 'waiting' ? {} : heard;
  };

  /** The call of a sign-in as it stands now. */
  const look = async (uid: string): Promise<Call | undefined> => {
    const now = clock.now();
    const call = await store.find(uid, now);
    if (call?.state !== 'waiting') return call;
    const over = now.getTime() >= call.endsAt;
    const asked = call.reference !== '' && (over || (await store.mayAsk(uid, now, askEveryMs)));
    const heard = asked ? await news(call) : {};
    const change: Partial<Call> = over && !heard.state ? { state: 'expired' } : heard;
    if (change.state) await store.note(uid, call, change);
    return { ...call, ...change };
  };

  /** Fetches who has confirmed. What is fetched once is used up here, whatever comes of it. */
  const finish = async (uid: string, call: Call, address: string): Promise<Finished> => {
    let ssn: string;
    try {
      ({ ssn } = await eid.collect(call.reference));
    } catch (error) {
      if (!(error instanceof EidSilent)) throw error;
      logger.warn({ err: error }, 'electronic ID service does not answer');
      await store.remove(uid, call);
      return { signedIn: false, reason: 'silent' };
    }
    if (call.method === 'app' && ssn !== call.called)
      throw new Error('Another than was called has confirmed');
    const sub = await findCustomer(db, ssn);
    if (sub === undefined) {
      await store.note(uid, call, { state: 'stranger', reference: '' });
      return { signedIn: false, reason: 'stranger' };
    }
    await store.remove(uid, call);
    await forgetAttempts(db, 'call', call.counted);
    await takeBackAttempt(db, 'callAddress', address);
    return { signedIn: true, sub };
  };

  return {
    begin,
    look,
    finish,
    cancel: (uid: string) => store.remove(uid),
    /** How long a number or an address waits at the least once it has to. */
    shortestWaitSeconds: Math.min(limits.call.firstWaitMs, limits.callAddress.firstWaitMs) / 1000,
  };
};
export type ElectronicId = ReturnType<typeof createElectronicId>;
