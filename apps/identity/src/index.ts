export { type IdentityClient, readClients } from './clients.ts';
export {
  createEmployees,
  type EmployeeOutcome,
  type Employees,
  type StoredEmployee,
} from './employees/employees.ts';
export { createIdentity, type Identity, type IdentityParts } from './identity.ts';
export { createPasswords, type Passwords, type Random } from './passwords.ts';
export { seedCredentials, seedEmployees } from './seed.ts';
export { issuerOf, type Settings, settingsSchema } from './settings.ts';
