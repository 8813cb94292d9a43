import { hash, randomBytes } from 'node:crypto';
import type { Clock } from '@hofn/domain/clock.ts';
import type { Person } from './authority.ts';

const mostKept = 200;

/** What a person's phone is asked for. */
export type Asked = {
  person: Person;
  method: 'sim' | 'app';
  message: string;
  /** SHA-256 of what is to be signed. */
  sha256: Uint8Array;
};
export type PhoneRequest = Asked & {
  id: string;
  startedAt: Date;
  /** When it runs out. */
  endsAt: Date;
  answer: 'confirmed' | 'refused' | undefined;
};
export type PhoneState = 'waiting' | 'confirmed' | 'refused' | 'ranOut';

/**
 * The four digits that stand on both screens: the last two bytes of the SHA-256 of the hash as a number, modulo 10 000,
 * with zeros in front.
 */
export const codeOf = (sha256: Uint8Array): string =>
  String(hash('sha256', sha256, 'buffer').readUInt16BE(30) % 10_000).padStart(4, '0');

/** What the phones have been asked for, newest first; the newest 200 are kept. */
export const createRequests = (clock: Clock, seconds: number) => {
  let requests: PhoneRequest[] = [];
  const stateOf = ({ answer, endsAt }: PhoneRequest): PhoneState =>
    answer ?? (clock.now() < endsAt ? 'waiting' : 'ranOut');
  return {
    stateOf,
    add: (asked: Asked): PhoneRequest => {
      const request: PhoneRequest = {
        ...asked,
        id: randomBytes(16).toString('base64url'),
        startedAt: clock.now(),
        endsAt: new Date(clock.now().getTime() + seconds * 1000),
        answer: undefined,
      };
      requests = [request, ...requests].slice(0, mostKept);
      return request;
    },
    all: (): readonly PhoneRequest[] => requests,
    one: (id: string): PhoneRequest | undefined => requests.find((request) => request.id === id),
    /** Answers on the phone. What has its answer, or has run out, stays as it is. */
    answer: (request: PhoneRequest, answer: 'confirmed' | 'refused'): void => {
      if (stateOf(request) === 'waiting') request.answer = answer;
    },
  };
};
export type PhoneRequests = ReturnType<typeof createRequests>;
