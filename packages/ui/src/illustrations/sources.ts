const files = import.meta.glob<string>('./drawings/*.svg', { eager: true, query: '?raw', import: 'default' });

/** The SVG source of each drawing by name, for what draws without a request. */
export const drawingSources: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([file, source]) => [file.replace(/^.*\/|\.svg$/g, ''), source]),
);
