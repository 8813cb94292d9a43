import { maskKennitala } from '@hofn/domain';
import { type DestinationStream, type Logger, pino } from 'pino';

export { type Logger, maskKennitala };

// A JSON Web Token: header and payload in base64url, both JSON objects, then the signature. Each word is scanned once:
// a pattern that starts again at each `eyJ` of a long word would take quadratic time.
const dottedWords = /(?<![\w-])[\w-]+(?:\.[\w-]*)+/g;
const maskTokens = (words: string): string => {
  const parts = words.split('.');
  const masked: string[] = [];
  for (let at = 0; at < parts.length; at += 1) {
    const [header = '', payload = ''] = [parts[at], parts[at + 1]];
    const start = header.indexOf('eyJ');
    const isToken = start >= 0 && header.length > start + 3 && /^eyJ./.test(payload) && at + 2 < parts.length;
    masked.push(isToken ? `${header.slice(0, start)}[token]` : header);
    if (isToken) at += 2;
  }
  return masked.join('.');
};
// Fields whose values must not be logged, at any depth.
const secret = /^(set-)?cookie$|password|authorization|token|secret/i;

const maskText = (text: string): string => {
  const masked = maskKennitala(text);
  return masked.includes('eyJ') ? masked.replace(dottedWords, maskTokens) : masked;
};

// Errors are rebuilt from scratch: a database driver puts the values of a query into its message and its fields.
const rewriteError = (error: Error): Record<string, unknown> => ({
  type: error.name,
  message: error.message.replace(/\nparams:[\s\S]*$/, ''),
  ...('code' in error && { code: redact(error.code) }),
  stack: error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n'),
  ...(error.cause !== undefined && { cause: redact(error.cause) }),
});

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

// Copies only if needed: most values contain no secret and no error, and every request logs a line.
const redact = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return rewriteError(value);
  if (Array.isArray(value)) return value.map(redact);
  if (!isPlain(value)) return value;
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const entry = value[key];
    const redacted = secret.test(key) ? '[cut]' : redact(entry);
    if (redacted !== entry) {
      copy ??= { ...value };
      copy[key] = redacted;
    }
  }
  return copy ?? value;
};

const maskDeep = (value: unknown): unknown => {
  if (typeof value === 'string') return maskText(value);
  if (Array.isArray(value)) return value.map(maskDeep);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, maskDeep(entry)]));
};

/**
 * A structured logger (JSON lines) that masks kennitalas in every string and removes passwords, tokens, cookies and the
 * values of database queries.
 */
export const createLogger = (name: string, level = 'info', destination?: DestinationStream): Logger =>
  pino(
    {
      name,
      level,
      base: null,
      // `redact` has already turned errors into plain objects.
      serializers: { err: (error: unknown) => error },
      hooks: {
        logMethod(args, method) {
          const [first, ...rest] = args as [unknown, ...unknown[]];
          const redactedArgs =
            first instanceof Error
              ? [{ err: rewriteError(first) }, ...(rest.length > 0 ? rest.map(redact) : [first.message])]
              : [first, ...rest].map(redact);
          method.apply(this, redactedArgs as Parameters<typeof method>);
        },
        // Texts are masked in the finished line, however they got in.
        streamWrite(line) {
          return maskText(line) === line ? line : `${JSON.stringify(maskDeep(JSON.parse(line)))}\n`;
        },
      },
    },
    destination,
  );
