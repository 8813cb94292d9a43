import { maskKennitala } from '@hofn/domain';
import { type DestinationStream, type Logger, pino } from 'pino';

export { type Logger, maskKennitala };

// A JSON Web Token: header and payload in base64url, both JSON objects, then the signature.
const jsonWebToken = /eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*/g;
// Names of fields whose value no log may hold, at any depth.
const secret = /^(set-)?cookie$|password|authorization|token|secret/i;

const maskText = (text: string): string => maskKennitala(text).replace(jsonWebToken, '[token]');

// An error is rewritten whole: a database driver puts the values of a query into its message and its fields.
const maskError = (error: Error): Record<string, unknown> => ({
  type: error.name,
  message: maskText(error.message.replace(/\nparams:[\s\S]*$/, '')),
  ...('code' in error && { code: maskDeep(error.code) }),
  stack: error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n'),
  ...(error.cause !== undefined && { cause: maskDeep(error.cause) }),
});

const maskDeep = (value: unknown): unknown => {
  if (typeof value === 'string') return maskText(value);
  if (value instanceof Error) return maskError(value);
  if (Array.isArray(value)) return value.map(maskDeep);
  if (value && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [key, secret.test(key) ? '[cut]' : maskDeep(entry)]),
    );
  }
  return value;
};

/**
 * A structured logger (JSON lines) whose every string is masked by `maskKennitala` and from which passwords, tokens,
 * cookies and the values of database queries are cut.
 */
export const createLogger = (name: string, level = 'info', destination?: DestinationStream): Logger =>
  pino(
    {
      name,
      level,
      base: null,
      // `maskDeep` has made plain objects of errors already.
      serializers: { err: (error: unknown) => error },
      hooks: {
        logMethod(args, method) {
          const [first, ...rest] = args as [unknown, ...unknown[]];
          const masked =
            first instanceof Error
              ? [
                  { err: maskError(first) },
                  ...(rest.length > 0 ? rest.map(maskDeep) : [maskText(first.message)]),
                ]
              : [first, ...rest].map(maskDeep);
          method.apply(this, masked as Parameters<typeof method>);
        },
        // What came past `logMethod`: bindings of a child logger, and what a serializer made.
        streamWrite(line) {
          return maskText(line) === line ? line : `${JSON.stringify(maskDeep(JSON.parse(line)))}\n`;
        },
      },
    },
    destination,
  );
