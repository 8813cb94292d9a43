export { DatabaseFault } from './fault.ts';
export { type Database, type DatabaseLogger, type DatabaseOptions, type Db, openDatabase } from './open.ts';
export * from './schema/claims.ts';
export * from './schema/customers.ts';
export * from './schema/identity.ts';
export * from './schema/payments.ts';
export * from './schema/policies.ts';
export * from './schema/products.ts';
