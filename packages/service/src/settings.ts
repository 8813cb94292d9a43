import { z } from 'zod';

/** Thrown when a setting is invalid or does not work; `message` has one line per setting. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * Reads settings from an environment by a schema. An empty value counts as absent.
 * @throws SettingsError naming every invalid setting, never its value, which may be a secret.
 */
export const readSettings = <Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  environment: Record<string, string | undefined>,
): z.output<z.ZodObject<Shape>> => {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(present);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new SettingsError(lines.join('\n'));
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
