import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

// Six digits, an optional dash, four digits, standing alone: rule KT-10 lets a log show the first six only.
const kennitala = /(?<!\d)(\d{6})-?\d{4}(?!\d)/g;

/** Replaces the last four digits of every kennitala in a text. */
export const maskKennitala = (text: string): string => text.replace(kennitala, '$1-****');

const maskDeep = (value: unknown): unknown => {
  if (typeof value === 'string') return maskKennitala(value);
  if (value instanceof Error) return value;
  if (Array.isArray(value)) return value.map(maskDeep);
  if (value && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, maskDeep(entry)]));
  }
  return value;
};

/**
 * A structured logger (JSON lines) whose every string is masked by `maskKennitala` and from which
 * passwords, tokens and cookies are cut.
 */
export const createLogger = (name: string, level = 'info', destination?: DestinationStream): Logger =>
  pino(
    {
      name,
      level,
      base: null,
      redact: {
        paths: [
          '*.password',
          '*.authorization',
          '*.cookie',
          'req.headers.authorization',
          'req.headers.cookie',
          '*.token',
        ],
        censor: '[cut]',
      },
      hooks: {
        logMethod(args, method) {
          method.apply(this, args.map(maskDeep) as Parameters<typeof method>);
        },
      },
    },
    destination,
  );
