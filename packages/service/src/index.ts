export { isShed, loadSettings, Overloaded } from './concurrency.ts';
export { createLogger, type Logger, maskKennitala } from './logger.ts';
export { ListenError, listen, type Running, runProgram } from './program.ts';
export {
  AnswerTimeout,
  createServer,
  defaultLimits,
  type Faults,
  isPathRefused,
  type Limits,
  type ServerParts,
} from './server.ts';
export { describeSettings, readSettings, SettingsError } from './settings.ts';
