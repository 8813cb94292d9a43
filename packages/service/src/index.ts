export { createLogger, type Logger, maskKennitala } from './logger.ts';
export { describeSettings, readSettings, SettingsError } from './settings.ts';
