export { type IdentityClient, readClients } from './clients.ts';
export type { StoredEmployee } from './employees/employee-list.ts';
export {
  createEmployees,
  type EmployeeOutcome,
  type Employees,
  type RecordChange,
} from './employees/employees.ts';
export { createIdentity, type Identity, type IdentityParts } from './identity.ts';
export { createPasswords, type Passwords, type Random } from './passwords.ts';
export { seedCredentials, seedEmployees } from './seed.ts';
export { issuerOf, type Settings, settingsSchema } from './settings.ts';
