import { maskKennitala } from '@hofn/domain';
import { type DestinationStream, type Logger, pino } from 'pino';

export { type Logger, maskKennitala };

// A JSON Web Token: header and payload in base64url, both JSON objects, then the signature. The header is found within a
// word that is read once: to begin again at each `eyJ` of a long word would take time by the square of its length.
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
// Names of fields whose value no log may hold, at any depth.
const secret = /^(set-)?cookie$|password|authorization|token|secret/i;

const maskText = (text: string): string => {
  const masked = maskKennitala(text);
  return masked.includes('eyJ') ? masked.replace(dottedWords, maskTokens) : masked;
};

// An error is rewritten whole: a database driver puts the values of a query into its message and its fields.
const rewriteError = (error: Error): Record<string, unknown> => ({
  type: error.name,
  message: error.message.replace(/\nparams:[\s\S]*$/, ''),
  ...('code' in error && { code: cut(error.code) }),
  stack: error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n'),
  ...(error.cause !== undefined && { cause: cut(error.cause) }),
});

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

// Whatever has no secret and no error in it stays as it is: most lines have neither, and every request writes one.
const cut = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return rewriteError(value);
  if (Array.isArray(value)) return value.map(cut);
  if (!isPlain(value)) return value;
  let copy: Record<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const entry = value[key];
    const kept = secret.test(key) ? '[cut]' : cut(entry);
    if (kept !== entry) {
      copy ??= { ...value };
      copy[key] = kept;
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
 * A structured logger (JSON lines) whose every string is masked by `maskKennitala` and from which passwords, tokens,
 * cookies and the values of database queries are cut.
 */
export const createLogger = (name: string, level = 'info', destination?: DestinationStream): Logger =>
  pino(
    {
      name,
      level,
      base: null,
      // `cut` has made plain objects of errors already.
      serializers: { err: (error: unknown) => error },
      hooks: {
        logMethod(args, method) {
          const [first, ...rest] = args as [unknown, ...unknown[]];
          const kept =
            first instanceof Error
              ? [{ err: rewriteError(first) }, ...(rest.length > 0 ? rest.map(cut) : [first.message])]
              : [first, ...rest].map(cut);
          method.apply(this, kept as Parameters<typeof method>);
        },
        // Texts are masked in the line as it goes out, whichever way they came in.
        streamWrite(line) {
          return maskText(line) === line ? line : `${JSON.stringify(maskDeep(JSON.parse(line)))}\n`;
        },
      },
    },
    destination,
  );
