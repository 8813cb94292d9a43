import { hash } from 'node:crypto';
import type { Db } from '@hofn/database';
import type { Clock } from '@hofn/domain';
import type { Logger } from '@hofn/service';
import {
  challengeOf,
  type EidMethod,
  EidRefused,
  type EidService,
  EidUnavailable,
} from '@hofn/service/eid.ts';
import { ownsCalledNumber } from '../accounts.ts';
import type { Random } from '../passwords.ts';
import { beginAttempt, clearAttempts, limits, undoAttempt } from './attempts.ts';
import { type Call, createCallStore } from './call-store.ts';
import type { KnownDevice } from './known-device.ts';

/** Minimum time between polls of the eID service, however often the page polls us. */
const pollIntervalMs = 1_000;

/** A call to make for the interaction `uid`. */
export type CallRequest = {
  uid: string;
  method: EidMethod;
  called: string;
  address: string;
  /** Set when the browser was used for an earlier sign-in. */
  device: KnownDevice | undefined;
  /** Text that the phone shows with the code, at most 60 characters. */
  message(code: string): string;
};

/** Outcome of starting a call. A number without an eID also gives `called`, and never answers. */
export type BeginOutcome = 'called' | 'tooManyAttempts' | 'pinLocked' | 'serviceUnavailable';

export type FinishOutcome =
  | { signedIn: true; sub: string }
  | { signedIn: false; reason: 'notACustomer' | 'serviceUnavailable' };

/**
 * Signing in by electronic ID (rule AUTH-10b). A call belongs to one interaction, and so to the browser with its cookie.
 * Calls to a number are limited (rule AUTH-13), separately for browsers its owner has used before. The phone signs the
 * hash of a random number used for nothing else.
 */
export const createElectronicId = (parts: {
  db: Db;
  clock: Clock;
  logger: Logger;
  random: Random;
  eid: EidService;
  /** Time the phone has to answer. */
  seconds: number;
  /** Calls to one phone before the next ones have to wait. */
  maxCalls: number;
}) => {
  const { db, clock, logger, random, eid, seconds, maxCalls } = parts;
  const store = createCallStore(db);

  /** Rate limit key: the number, plus the device for a browser its owner has used. */
  const limitKeyOf = async ({ method, called, device }: CallRequest): Promise<string> => {
    const isOwn = device !== undefined && (await ownsCalledNumber(db, device.sub, { method, called }));
    return `${method}:${called}${isOwn ? `@${device.id}` : ''}`;
  };

  const begin = async (request: CallRequest): Promise<BeginOutcome> => {
    const { uid, method, called, address, message } = request;
    const now = clock.now();
    if (!(await beginAttempt(db, 'callAddress', address, now))) return 'tooManyAttempts';
    const counted = await limitKeyOf(request);
    if (!(await beginAttempt(db, 'call', counted, now, maxCalls))) {
      await undoAttempt(db, 'callAddress', address);
      return 'tooManyAttempts';
    }
    const sha256 = hash('sha256', random(32), 'buffer');
    const code = challengeOf(sha256);
    const endsAt = now.getTime() + seconds * 1000;
    const call: Call = { method, called, code, reference: '', state: 'waiting', endsAt, askedAt: 0, counted };
    // Store before request: otherwise a crash leaves a call that can be confirmed and never completed.
    await store.put(uid, call);
    try {
      const reference = await eid.call({ method, called, message: message(code), sha256 });
      await store.update(uid, call, { reference });
    } catch (error) {
      if (error instanceof EidRefused && error.code === 'eidNoCertificate') return 'called';
      await store.remove(uid, call);
      if (error instanceof EidRefused) return 'pinLocked';
      if (!(error instanceof EidUnavailable)) throw error;
      logger.warn({ err: error }, 'electronic ID service is not responding');
      await undoAttempt(db, 'callAddress', address);
      await undoAttempt(db, 'call', counted, maxCalls);
      return 'serviceUnavailable';
    }
    return 'called';
  };

  /** Polls the service for a call. While the service is down the call keeps waiting until it expires. */
  const pollService = async (call: Call): Promise<Partial<Call>> => {
    const answer = await eid.state(call.reference).catch((error: unknown) => {
      if (!(error instanceof EidUnavailable)) throw error;
      logger.warn({ err: error }, 'electronic ID service is not responding');
      return { state: 'waiting' } as const;
    });
    return answer.state === 'waiting' ? {} : answer;
  };

  /** The current call of an interaction, polling the service when due. */
  const check = async (uid: string): Promise<Call | undefined> => {
    const now = clock.now();
    const call = await store.find(uid, now);
    if (call?.state !== 'waiting') return call;
    const isOver = now.getTime() >= call.endsAt;
    const shouldPoll = call.reference !== '' && (isOver || (await store.claimPoll(uid, now, pollIntervalMs)));
    const answer = shouldPoll ? await pollService(call) : {};
    const change: Partial<Call> = isOver && !answer.state ? { state: 'expired' } : answer;
    if (change.state) await store.update(uid, call, change);
    return { ...call, ...change };
  };

  /**
   * Fetches the confirmed identity and ends the call: the service gives it out once.
   * @param accountOf the account that a person with this kennitala may sign in to
   */
  const finish = async (
    uid: string,
    call: Call,
    { address, accountOf }: { address: string; accountOf(ssn: string): Promise<string | undefined> },
  ): Promise<FinishOutcome> => {
    let ssn: string;
    try {
      ({ ssn } = await eid.collect(call.reference));
    } catch (error) {
      if (!(error instanceof EidUnavailable)) throw error;
      logger.warn({ err: error }, 'electronic ID service is not responding');
      await store.remove(uid, call);
      return { signedIn: false, reason: 'serviceUnavailable' };
    }
    if (call.method === 'app' && ssn !== call.called)
      throw new Error('The call was confirmed with a different kennitala');
    const sub = await accountOf(ssn);
    if (sub === undefined) {
      await store.update(uid, call, { state: 'stranger', reference: '' });
      return { signedIn: false, reason: 'notACustomer' };
    }
    await store.remove(uid, call);
    await clearAttempts(db, 'call', call.counted);
    await undoAttempt(db, 'callAddress', address);
    return { signedIn: true, sub };
  };

  return {
    begin,
    check,
    finish,
    cancel: (uid: string) => store.remove(uid),
    /** Shortest wait once a number or an address is over its limit. */
    shortestWaitSeconds: Math.min(limits.call.firstWaitMs, limits.callAddress.firstWaitMs) / 1000,
  };
};
export type ElectronicId = ReturnType<typeof createElectronicId>;
