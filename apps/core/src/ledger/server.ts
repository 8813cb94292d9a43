import { coreLedgerPageOf, coreLedgerPeriod } from '@hofn/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';
import { refusedBy } from '../acts/calls.ts';
import { addSigned, inTime, signedBodyOf } from '../acts/signed.ts';
import type { LedgerReading } from './read.ts';

/** Nobody but an employee of the finance department waits, and a month of a large insurer is long. */
const answerMs = 20_000;

/** @throws Refused */
const read = <Input>(schema: ZodType<Input>, request: FastifyRequest): Input => {
  const { success, data, error } = schema.safeParse(signedBodyOf(request));
  if (!success) throw refusedBy(error);
  return data;
};

/** Adds the calls that read the ledger, signed as acts are (rule DESK-12). */
export const addLedger = (server: FastifyInstance, ledger: LedgerReading, secrets: readonly string[]): void =>
  addSigned(server, secrets, (scope) => {
    const options = { bodyLimit: 10_000, config: { lane: 'ledger', waitMs: answerMs } };
    scope.post('/ledger/summary', options, (request) =>
      inTime(ledger.summary(read(coreLedgerPeriod, request)), answerMs),
    );
    scope.post('/ledger/postings', options, (request) =>
      inTime(ledger.page(read(coreLedgerPageOf, request)), answerMs),
    );
  });
