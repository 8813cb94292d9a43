/** A text with what stands in its gaps: `{date}`. A gap that nothing is given for stays as it is. */
export const filled = (text: string, values: Record<string, string | number> = {}): string =>
  text.replaceAll(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap));
