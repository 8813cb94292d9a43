import { contentCalls } from './content.ts';
import { policyCalls } from './policies.ts';
import { transactionCalls } from './transactions.ts';
import { userCalls } from './user.ts';

export * from './call.ts';
export * from './content.ts';
export * from './documents.ts';
export * from './policies.ts';
export * from './problem.ts';
export * from './transactions.ts';
export * from './travel.ts';
export * from './user.ts';

/** Every call of the product. */
export const calls = {
  ...userCalls,
  ...policyCalls,
  ...transactionCalls,
  ...contentCalls,
};
export type Calls = typeof calls;
