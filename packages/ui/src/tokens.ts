/**
 * The one source of every value the look is made of. `tokens.css` is made from it (`npm run tokens -w @hofn/ui`),
 * and the contrast test measures it; a hex value anywhere else is a fault.
 */
const light = {
  // text and lines
  ink: '#17262A',
  muted: '#4C5A59',
  edge: '#6C7A78',
  line: '#D3D8D3',
  // links and buttons
  link: '#155E6B',
  'link-hover': '#0E4650',
  button: '#155E6B',
  'button-hover': '#0E4650',
  'button-ink': '#FFFFFF',
  'danger-button': '#A3262A',
  'danger-button-ink': '#FFFFFF',
  // surfaces
  surface: '#FFFFFF',
  mist: '#F6F7F5',
  sand: '#EEF0EC',
  fjord: '#DCEBEC',
  // what a state is called, and the ground it stands on
  danger: '#A3262A',
  'danger-tint': '#FBEEED',
  success: '#1E6A46',
  'success-tint': '#EBF5EF',
  warning: '#7A4B00',
  'warning-tint': '#FDF4E1',
  info: '#1F5A93',
  'info-tint': '#EDF3FA',
  tag: '#EEF0EC',
  // focus: one of the two always shows, whatever the ground
  'focus-ring': '#17262A',
  'focus-halo': '#FFC53D',
  // the fjord ground of the portal header, the public top row and the footer
  bar: '#0E4650',
  'bar-ink': '#FFFFFF',
  'bar-muted': '#DCEBEC',
  'bar-line': '#3A6B74',
  // illustrations
  sky: '#DCEBEC',
  lichen: '#B8A13A',
  'ill-line': '#17262A',
  'ill-fill': '#FFFFFF',
  'ill-tint': '#DCEBEC',
  'ill-mount': '#BCD5D8',
  'ill-deep': '#155E6B',
  'ill-water': '#A9CACE',
  // elevation
  scrim: 'rgb(23 38 42 / .55)',
  'lift-1': '0 1px 2px rgb(23 38 42 / .08), 0 2px 8px rgb(23 38 42 / .06)',
  'lift-2': '0 8px 32px rgb(23 38 42 / .22)',
} as const;

/** Name of a token that changes with the theme. */
export type ThemeToken = keyof typeof light;

const dark: Record<ThemeToken, string> = {
  ink: '#EAF0EE',
  muted: '#A9BAB9',
  edge: '#8AA09F',
  line: '#3A4F53',
  link: '#7CC7D1',
  'link-hover': '#B4E2E8',
  button: '#8AD0D9',
  'button-hover': '#B4E2E8',
  'button-ink': '#0B2126',
  'danger-button': '#FF9E97',
  'danger-button-ink': '#0B2126',
  surface: '#17272B',
  mist: '#1D3035',
  sand: '#12201F',
  fjord: '#21414A',
  danger: '#FF9E97',
  'danger-tint': '#3A2427',
  success: '#7FD3A5',
  'success-tint': '#1B3A30',
  warning: '#F2C265',
  'warning-tint': '#3A301C',
  info: '#9CC7F0',
  'info-tint': '#1D3246',
  tag: '#2A3F44',
  'focus-ring': '#17262A',
  'focus-halo': '#FFC53D',
  bar: '#0B2126',
  'bar-ink': '#EAF0EE',
  'bar-muted': '#A9BAB9',
  'bar-line': '#3A4F53',
  sky: '#1B353C',
  lichen: '#CDB654',
  'ill-line': '#CFE0DF',
  'ill-fill': '#22393F',
  'ill-tint': '#2B4A52',
  'ill-mount': '#28464D',
  'ill-deep': '#3F8C99',
  'ill-water': '#1F4750',
  scrim: 'rgb(0 0 0 / .6)',
  'lift-1': '0 1px 2px rgb(0 0 0 / .4)',
  'lift-2': '0 8px 32px rgb(0 0 0 / .55)',
};

/** Colours by theme. */
export const themes: Record<'light' | 'dark', Record<ThemeToken, string>> = { light, dark };

/** On paper everything is black on white, whatever the theme. */
const print: Partial<Record<ThemeToken, string>> = {
  ink: 'black',
  muted: 'black',
  edge: 'dimgray',
  line: 'silver',
  link: 'black',
  'link-hover': 'black',
  surface: 'white',
  mist: 'white',
  sand: 'white',
  fjord: 'white',
  danger: 'black',
  'danger-tint': 'white',
  success: 'black',
  'success-tint': 'white',
  warning: 'black',
  'warning-tint': 'white',
  info: 'black',
  'info-tint': 'white',
  tag: 'white',
  bar: 'white',
  'bar-ink': 'black',
  'bar-muted': 'black',
  'bar-line': 'silver',
  sky: 'white',
  'ill-line': 'black',
  'ill-deep': 'dimgray',
  'lift-1': 'none',
  'lift-2': 'none',
};

/** Lengths, type and motion: the same in both themes. */
const constant = {
  'space-1': '4px',
  'space-2': '8px',
  'space-3': '12px',
  'space-4': '16px',
  'space-5': '24px',
  'space-6': '32px',
  'space-7': '48px',
  'space-8': '64px',
  'space-9': '96px',
  'radius-control': '4px',
  'radius-card': '8px',
  'radius-dialog': '12px',
  'width-page': '1200px',
  'width-form': '544px',
  'width-text': '66ch',
  target: '44px',
  feedback: '120ms',
  entrance: '200ms',
  sans: '"Source Sans 3", system-ui, sans-serif',
  serif: '"Source Serif 4", Georgia, serif',
  'type-small': '400 1rem / 1.5rem var(--sans)',
  'type-body': '400 1.125rem / 1.75rem var(--sans)',
  'type-h4': '600 1.125rem / 1.625rem var(--sans)',
  'type-figure': '650 2rem / 2.5rem var(--sans)',
} as const;

/** What grows with the width of the window. Widths in em, so that 200 % text counts as a narrow window. */
const byWidth: { from: string | undefined; tokens: Record<string, string> }[] = [
  {
    from: undefined,
    tokens: {
      gutter: '16px',
      'type-lead': '400 1.25rem / 1.875rem var(--sans)',
      'type-h3': '600 1.3125rem / 1.75rem var(--sans)',
      'type-h2': '650 1.5625rem / 2rem var(--sans)',
      'type-h1': '650 1.875rem / 2.375rem var(--sans)',
      'type-title': '600 1.875rem / 2.375rem var(--serif)',
      'type-display': '600 2.375rem / 2.75rem var(--serif)',
    },
  },
  { from: '36em', tokens: { gutter: '24px' } },
  {
    from: '48em',
    tokens: {
      gutter: '32px',
      'type-lead': '400 1.375rem / 2.125rem var(--sans)',
      'type-h3': '600 1.4375rem / 2rem var(--sans)',
      'type-h2': '650 1.875rem / 2.375rem var(--sans)',
      'type-h1': '650 2.375rem / 2.875rem var(--sans)',
      'type-title': '600 2.375rem / 2.875rem var(--serif)',
      'type-display': '600 3.25rem / 3.625rem var(--serif)',
    },
  },
  { from: '75em', tokens: { gutter: '40px' } },
];

const block = (selector: string, tokens: Record<string, string>, scheme?: string) =>
  [
    `${selector.replaceAll(', ', ',\n')} {`,
    ...(scheme ? [`  color-scheme: ${scheme};`] : []),
    ...Object.entries(tokens).map(([name, value]) => `  --${name}: ${value};`),
    '}',
  ].join('\n');

const media = (query: string, inner: string) => `@media ${query} {\n${inner.replace(/^/gm, '  ')}\n}`;

/** The text of `tokens.css`. */
export const tokensCss = (): string => {
  const parts = [
    block(':root, [data-theme="light"]', themes.light, 'light'),
    media('(prefers-color-scheme: dark)', block(':root:not([data-theme="light"])', themes.dark, 'dark')),
    block('[data-theme="dark"]', themes.dark, 'dark'),
    block(':root', constant),
    ...byWidth.map(({ from, tokens }) =>
      from ? media(`(min-width: ${from})`, block(':root', tokens)) : block(':root', tokens),
    ),
    media('print', block(':root, :root:not([data-theme="light"]), [data-theme="dark"]', print, 'light')),
  ];
  return `/* Made from tokens.ts by \`npm run tokens -w @hofn/ui\`; change that file, not this one. */\n@layer tokens {\n${parts
    .join('\n')
    .replace(/^(?=.)/gm, '  ')}\n}\n`;
};
