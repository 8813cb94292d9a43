import { z } from 'zod';
import { stopSettings } from './stopping.ts';

/** A setting that is missing or unsafe in production. */
export type Problem = {
  /** What is wrong, without the value, which may be a secret. */
  message: string;
  /** Whether a demo of the production layout may run with it, see `demoSetting`. */
  isAllowedInDemo: boolean;
};

/** What a rule may look at besides the value of its own setting. */
export type RuleContext = {
  /** Whether the environment sets it, so that the value is not the default. */
  isGiven: boolean;
  /** Values of all settings that could be parsed. */
  settings: Readonly<Record<string, unknown>>;
};

/** Judges a setting for production (rule HOLD-8). */
export type ProductionRule = {
  problemOf(value: unknown, context: RuleContext): Problem | undefined;
};

/**
 * The production rule of each setting, declared beside it as the last call on its schema:
 * `z.url().describe('…').register(production, partnerUrl)`.
 */
export const production = z.registry<ProductionRule>();

/** Lets a demo of the production layout run on one machine, without TLS and with simulated partners. */
export const demoSetting = 'DANGEROUS_DEMO_WITHOUT_TLS_OR_REAL_PARTNERS';

/** Settings of every app, to spread into its settings schema. */
export const processSettings = {
  NODE_ENV: z
    .enum(['development', 'test', 'production'])
    .default('development')
    .describe('production refuses to start with missing, demo or unsafe settings; --check lists them'),
  [demoSetting]: z
    .stringbool()
    .default(false)
    .describe(
      'for a demo on one machine only, never with real data: production then allows plain http, simulated partners and a database without TLS',
    ),
  METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe(
      'port of /metrics; without it, they are on the own port in development and nowhere in production',
    ),
  METRICS_HOST: z
    .string()
    .default('localhost')
    .describe('address that METRICS_PORT listens on; 0.0.0.0 for all, in a private network only'),
  ...stopSettings,
};
export type ProcessSettings = z.output<z.ZodObject<typeof processSettings>>;

export type SettingProblem = Problem & { name: string };

/**
 * Every setting that production refuses, in the order of the schema.
 * @param environment without empty values
 */
export const productionProblems = (
  schema: z.ZodObject,
  environment: Record<string, string | undefined>,
): SettingProblem[] => {
  const fields = Object.entries(schema.shape) as [string, z.ZodType][];
  const settings: Record<string, unknown> = {};
  // One by one, so that an invalid setting does not hide the problems of others.
  for (const [name, field] of fields) {
    const parsed = field.safeParse(environment[name]);
    if (parsed.success) settings[name] = parsed.data;
  }
  return fields.flatMap(([name, field]) => {
    const rule = production.get(field);
    if (!rule || !(name in settings)) return [];
    const problem = rule.problemOf(settings[name], { isGiven: environment[name] !== undefined, settings });
    return problem ? [{ name, ...problem }] : [];
  });
};
