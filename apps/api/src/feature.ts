import type { CaseKind } from '@hofn/contracts';
import type { EventName } from '@hofn/contracts/core/events.ts';
import type { Queue } from '@hofn/database';
import type { ApprovableAct, ApprovableActs } from './platform/approvals.ts';
import type { MailKind } from './platform/consents.ts';
import type { Compose } from './platform/mail/mails.ts';
import { type AllPersonalData, joinPersonalData, type PersonalData } from './platform/personal-data.ts';
import type { WorkItemKind } from './platform/work-items.ts';
import type { Services } from './services.ts';

/** A queue with its retry policy, and the worker for its jobs. */
export type FeatureQueue = {
  queue: Queue;
  work(services: Services, all: Declarations): (data: never) => Promise<void>;
  /** The events that its jobs record for other systems (rule CORE-7). */
  events?: readonly EventName[];
};

/** A job that runs on a schedule. */
export type ScheduledJob = {
  name: string;
  /** Cron expression, in UTC. */
  at: string;
  run(services: Services, all: Declarations): Promise<unknown>;
  /** The events that it records for other systems (rule CORE-7). */
  events?: readonly EventName[];
};

/** Work that every process does again and again, with a short pause; several may do it at once. */
export type Repeated = {
  name: string;
  /** Pause between two runs, in milliseconds. */
  everyMs: number;
  /** Creates the work, once per process; the signal of a run is aborted when the process stops. */
  create(services: Services): (stopping: AbortSignal) => Promise<unknown>;
};

/** What all features declare, for the few features that serve the others. */
export type Declarations = {
  mails: Record<string, Compose>;
  workItems: Partial<Record<CaseKind, WorkItemKind>>;
  /** Acts that can be proposed, by name. */
  approvable: ApprovableActs;
  personalData: AllPersonalData;
};

/** Everything a feature contributes to the API. */
export type Feature = {
  name: string;
  /** Handlers of the contract's calls. */
  handlers?(services: Services, all: Declarations): object;
  /** Composes e-mails, by their kind. */
  mails?(services: Services): Partial<Record<MailKind, Compose>>;
  queues?: readonly FeatureQueue[];
  jobs?: readonly ScheduledJob[];
  repeated?: readonly Repeated[];
  /** Describes its kinds of work items to staff. */
  workItems?(services: Services): Partial<Record<CaseKind, WorkItemKind>>;
  /** Its acts that need somebody else’s approval above an employee’s authority (rule ROLE-3). */
  approvable?(services: Services): readonly ApprovableAct[];
  /** Personal data it stores; tests check that every table is declared by some feature. */
  personalData?: PersonalData;
};

/** Declares a feature. Listing it in `features.ts` starts everything it names. */
export const defineFeature = <const Declared extends Feature>(feature: Declared): Declared => feature;

/** Joins objects whose keys must differ. @throws Error naming the key that two features declare */
const joinKeys = <Value>(
  what: string,
  parts: ReadonlyArray<Record<string, Value>>,
): Record<string, Value> => {
  const joined: Record<string, Value> = {};
  for (const [key, value] of parts.flatMap((part) => Object.entries(part))) {
    if (Object.hasOwn(joined, key)) throw new Error(`Two features declare the ${what} ${key}.`);
    joined[key] = value;
  }
  return joined;
};

/** @throws Error when two features declare the same queue or job */
export const queuesOf = (features: readonly Feature[]): FeatureQueue[] => {
  const queues = features.flatMap(({ queues = [] }) => queues);
  joinKeys(
    'queue',
    queues.map((declared) => ({ [declared.queue.name]: declared })),
  );
  return queues;
};

/** @throws Error when two features declare the same job */
export const jobsOf = (features: readonly Feature[]): ScheduledJob[] => {
  const jobs = features.flatMap(({ jobs = [] }) => jobs);
  joinKeys(
    'job',
    jobs.map((declared) => ({ [declared.name]: declared })),
  );
  return jobs;
};

/** The personal data of all features. @throws Error when two declare the same table */
export const personalDataOf = (features: readonly Feature[]): AllPersonalData =>
  joinPersonalData(features.flatMap(({ personalData }) => personalData ?? []));

/** @throws Error when two features declare the same kind of mail or work item, approvable act or table */
export const declarationsOf = (features: readonly Feature[], services: Services): Declarations => ({
  mails: joinKeys(
    'mail',
    features.map(({ mails }) => mails?.(services) ?? {}),
  ),
  workItems: joinKeys(
    'work item',
    features.map(({ workItems }) => workItems?.(services) ?? {}),
  ),
  approvable: joinKeys(
    'approvable act',
    features
      .flatMap(({ approvable }) => approvable?.(services) ?? [])
      .map((declared) => ({ [declared.act]: declared })),
  ),
  personalData: personalDataOf(features),
});

/** The handlers of all features. @throws Error when two features handle the same call */
export const handlersOf = (features: readonly Feature[], services: Services): Record<string, unknown> => {
  const all = declarationsOf(features, services);
  return joinKeys(
    'call',
    features.map(({ handlers }) => (handlers?.(services, all) ?? {}) as Record<string, unknown>),
  );
};
