export { isRefusedForLoad, loadSettings, Overloaded } from './concurrency.ts';
export { AnswerTimeout, type Faults, isPathRefused } from './faults.ts';
export { createLogger, type Logger, maskKennitala } from './logger.ts';
export { demoSetting, processSettings, production } from './production.ts';
export { ListenError, listen, type Running, runProgram } from './program.ts';
export { createServer, defaultLimits, type Limits, type ServerParts } from './server.ts';
export { describeSettings, readSettings, SettingsError } from './settings.ts';
export { type Part, type Stoppable, StopTimeout, stopInOrder, stopSettings } from './stopping.ts';
