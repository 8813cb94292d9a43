export { type IdentityClient, readClients } from './clients.ts';
export { createEmployees } from './employees/employees.ts';
export { createIdentity, type Identity, type IdentityParts } from './identity.ts';
export { createPasswords, type Passwords, type Random } from './passwords.ts';
export { seedCredentials, seedEmployees } from './seed.ts';
export { type Settings, settingsSchema } from './settings.ts';
