/** Replaces placeholders such as `{date}`; those without a value are left as they are. */
export const fillTemplate = (text: string, values: Record<string, string | number> = {}): string =>
  text.replaceAll(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
