import { claims, customers, documents, instalments, policies, uploads } from '@hofn/database';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { defineFeature, type Feature, handlersOf, jobsOf, personalDataOf, queuesOf } from './feature.ts';
import { features } from './features.ts';
import { nameOf, ownRows, sortSteps } from './platform/personal-data.ts';
import type { Services } from './services.ts';

const queue = { name: 'hats.send', concurrency: 1, retries: 1, delay: 1, longestDelay: 1, expires: 1 };
const hats = defineFeature({
  name: 'hats',
  handlers: () => ({ hat: () => null }),
  queues: [{ queue, work: () => async () => {} }],
  jobs: [{ name: 'hats.forget', at: '0 3 * * *', run: async () => {} }],
});
const services = {} as Services;
const twice = (also: Partial<Feature>): Feature[] => [hats, { name: 'caps', ...also }];

test('two features that declare the same call, queue, job or table stop the start', () => {
  expect(Object.keys(handlersOf([hats], services))).toEqual(['hat']);
  expect(() => handlersOf(twice({ handlers: () => ({ hat: () => null }) }), services)).toThrow(
    'Two features declare the call hat.',
  );
  expect(() => queuesOf(twice({ queues: hats.queues }))).toThrow('Two features declare the queue hats.send.');
  expect(() => jobsOf(twice({ jobs: hats.jobs }))).toThrow('Two features declare the job hats.forget.');
  const personalData = { holdings: [ownRows(customers.id)] };
  expect(() => personalDataOf([{ ...hats, personalData }, ...twice({ personalData })])).toThrow(
    'Two features declare the table customers',
  );
});

test('an e-mail or a work item that two features declare stops the start', () => {
  const mails = () => ({ policy: async () => undefined });
  const workItems = () => ({ memo: { describe: async () => undefined } });
  expect(() => handlersOf([{ ...hats, mails }, ...twice({ mails })], services)).toThrow('the mail policy');
  expect(() => handlersOf([{ ...hats, workItems }, ...twice({ workItems })], services)).toThrow(
    'the work item memo',
  );
});

test('DATA-3b: rows are erased before the rows they refer to, and before those that their condition reads', () => {
  const everything = sql`true`;
  const steps = sortSteps([
    { table: policies, where: everything, when: 'always' },
    { table: claims, where: everything, when: 'always' },
    { table: instalments, where: everything, when: 'always' },
    { table: documents, where: everything, when: 'always' },
    { table: uploads, where: everything, when: 'always', reads: [documents] },
  ]);
  expect(steps.map(({ table }) => nameOf(table))).toEqual([
    'uploads',
    'documents',
    'claims',
    'instalments',
    'policies',
  ]);
  expect(() =>
    sortSteps([
      { table: claims, where: everything, when: 'always', reads: [customers] },
      { table: customers, where: everything, when: 'always', reads: [claims] },
    ]),
  ).toThrow('No order to erase claims, customers');
});

test('no two features have the same name', () => {
  const names = features.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
