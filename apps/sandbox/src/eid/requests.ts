import { hash, randomBytes } from 'node:crypto';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Person } from './authority.ts';

const maxRequests = 200;

/** A request to sign on a person's phone. */
export type SigningRequest = {
  person: Person;
  method: 'sim' | 'app';
  message: string;
  /** SHA-256 of the document to sign. */
  sha256: Uint8Array;
};
export type PhoneRequest = SigningRequest & {
  id: string;
  startedAt: Date;
  /** When it expires. */
  endsAt: Date;
  answer: 'confirmed' | 'refused' | undefined;
};
export type PhoneState = 'waiting' | 'confirmed' | 'refused' | 'ranOut';

/**
 * The four digits shown on both screens: the last two bytes of the SHA-256 of the hash as a number modulo 10 000, padded
 * with zeros.
 */
export const codeOf = (sha256: Uint8Array): string =>
  String(hash('sha256', sha256, 'buffer').readUInt16BE(30) % 10_000).padStart(4, '0');

/** Requests to the phones, newest first; the newest 200 are kept. */
export const createRequests = (clock: Clock, seconds: number) => {
  let requests: PhoneRequest[] = [];
  const stateOf = ({ answer, endsAt }: PhoneRequest): PhoneState =>
    answer ?? (clock.now() < endsAt ? 'waiting' : 'ranOut');
  return {
    stateOf,
    add: (signing: SigningRequest): PhoneRequest => {
      const request: PhoneRequest = {
        ...signing,
        id: randomBytes(16).toString('base64url'),
        startedAt: clock.now(),
        endsAt: new Date(clock.now().getTime() + seconds * 1000),
        answer: undefined,
      };
      requests = [request, ...requests].slice(0, maxRequests);
      return request;
    },
    all: (): readonly PhoneRequest[] => requests,
    find: (id: string): PhoneRequest | undefined => requests.find((request) => request.id === id),
    /** Answers a request; no-op once it is answered or expired. */
    answer: (request: PhoneRequest, answer: 'confirmed' | 'refused'): void => {
      if (stateOf(request) === 'waiting') request.answer = answer;
    },
  };
};
export type PhoneRequests = ReturnType<typeof createRequests>;
