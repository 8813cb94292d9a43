import { z } from 'zod';
import { demoSetting, productionProblems, type SettingProblem } from './production.ts';

/** Thrown when a setting is invalid or does not work; `message` has one line per setting. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

type Environment = Record<string, string | undefined>;

const withoutEmpty = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));

const lineOf = ({ name, message }: SettingProblem): string => `${name}: ${message}`;

const isRefused = (given: Environment, { isAllowedInDemo }: SettingProblem): boolean =>
  !isAllowedInDemo || given[demoSetting] !== 'true';

/**
 * Reads settings from an environment by a schema. An empty value counts as absent. In production, missing, demo and
 * unsafe settings are refused too (rule HOLD-8).
 * @throws SettingsError naming every refused setting, never its value, which may be a secret.
 */
export const readSettings = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  environment: Environment,
): z.output<z.ZodObject<Shape>> => {
  const given = withoutEmpty(environment);
  const result = schema.safeParse(given);
  const unsafe =
    given.NODE_ENV === 'production'
      ? productionProblems(schema, given).filter((problem) => isRefused(given, problem))
      : [];
  if (result.success && unsafe.length === 0) return result.data;
  const invalid = result.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? [];
  throw new SettingsError([...invalid, ...unsafe.map(lineOf)].join('\n'));
};

/** Names of the settings that production allows only because it is a demo. */
export const allowedAsDemo = (schema: z.ZodObject, environment: Environment): string[] => {
  const given = withoutEmpty(environment);
  if (given.NODE_ENV !== 'production') return [];
  return productionProblems(schema, given)
    .filter((problem) => !isRefused(given, problem))
    .map(({ name }) => name);
};

/**
 * Checks an environment as for production, whatever NODE_ENV says: the body of `--check`.
 * @returns a line for each setting that production refuses
 */
export const checkForProduction = (schema: z.ZodObject, environment: Environment): string[] => {
  try {
    readSettings(schema, { ...environment, NODE_ENV: 'production' });
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n');
    throw error;
  }
};

/** The text of `--help`: each setting with its description and default. */
export const describeSettings = (schema: z.ZodObject): string => {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const rows = Object.entries(described.properties ?? {}).map(([name, property]) => {
    const { description = '', default: fallback } = property as { description?: string; default?: unknown };
    const required = described.required?.includes(name) ? ' (required)' : '';
    const defaultText = fallback === undefined ? '' : ` [${String(fallback)}]`;
    return `  ${name.padEnd(28)} ${description}${defaultText}${required}`;
  });
  return rows.join('\n');
};
