/** Replaces placeholders such as `{date}`; placeholders without a value are kept. */
export const fillTemplate = (text: string, values: Record<string, string | number> = {}): string =>
  text.replaceAll(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
