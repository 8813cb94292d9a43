/**
 * The only source of design values. `tokens.css` is generated from it (`npm run tokens -w @hofn/ui`), and tests check
 * its contrasts and forbid hex colours anywhere else.
 */
const light = {
  // text and lines
  ink: '#17262a',
  muted: '#4c5a59',
  edge: '#6c7a78',
  line: '#d3d8d3',
  // links and buttons
  link: '#155e6b',
  'link-hover': '#0e4650',
  button: '#155e6b',
  'button-hover': '#0e4650',
  'button-ink': '#ffffff',
  'danger-button': '#a3262a',
  'danger-button-ink': '#ffffff',
  // surfaces
  surface: '#ffffff',
  mist: '#f6f7f5',
  sand: '#eef0ec',
  fjord: '#dcebec',
  // text and background of states
  danger: '#a3262a',
  'danger-tint': '#fbeeed',
  success: '#1e6a46',
  'success-tint': '#ebf5ef',
  warning: '#7a4b00',
  'warning-tint': '#fdf4e1',
  info: '#1f5a93',
  'info-tint': '#edf3fa',
  tag: '#eef0ec',
  // focus: one of the two is visible on any background
  'focus-ring': '#17262a',
  'focus-halo': '#ffc53d',
  // background of the portal header, the public top row and the footer
  bar: '#0e4650',
  'bar-ink': '#ffffff',
  'bar-muted': '#dcebec',
  'bar-line': '#3a6b74',
  // background of the staff portal's header
  'staff-bar': '#17262a',
  // illustrations
  sky: '#dcebec',
  lichen: '#b8a13a',
  'ill-line': '#17262a',
  'ill-fill': '#ffffff',
  'ill-tint': '#dcebec',
  'ill-mount': '#bcd5d8',
  'ill-deep': '#155e6b',
  'ill-water': '#a9cace',
  // elevation
  scrim: 'rgb(23 38 42 / 0.55)',
  'lift-1': '0 1px 2px rgb(23 38 42 / 0.08), 0 2px 8px rgb(23 38 42 / 0.06)',
  'lift-2': '0 8px 32px rgb(23 38 42 / 0.22)',
} as const;

/** A token that depends on the theme. */
export type ThemeToken = keyof typeof light;

const dark: Record<ThemeToken, string> = {
  ink: '#eaf0ee',
  muted: '#a9bab9',
  edge: '#8aa09f',
  line: '#3a4f53',
  link: '#7cc7d1',
  'link-hover': '#b4e2e8',
  button: '#8ad0d9',
  'button-hover': '#b4e2e8',
  'button-ink': '#0b2126',
  'danger-button': '#ff9e97',
  'danger-button-ink': '#0b2126',
  surface: '#17272b',
  mist: '#1d3035',
  sand: '#12201f',
  fjord: '#21414a',
  danger: '#ff9e97',
  'danger-tint': '#3a2427',
  success: '#7fd3a5',
  'success-tint': '#1b3a30',
  warning: '#f2c265',
  'warning-tint': '#3a301c',
  info: '#9cc7f0',
  'info-tint': '#1d3246',
  tag: '#2a3f44',
  'focus-ring': '#17262a',
  'focus-halo': '#ffc53d',
  bar: '#0b2126',
  'bar-ink': '#eaf0ee',
  'bar-muted': '#a9bab9',
  'bar-line': '#3a4f53',
  'staff-bar': '#12201f',
  sky: '#1b353c',
  lichen: '#cdb654',
  'ill-line': '#cfe0df',
  'ill-fill': '#22393f',
  'ill-tint': '#2b4a52',
  'ill-mount': '#28464d',
  'ill-deep': '#3f8c99',
  'ill-water': '#1f4750',
  scrim: 'rgb(0 0 0 / 0.6)',
  'lift-1': '0 1px 2px rgb(0 0 0 / 0.4)',
  'lift-2': '0 8px 32px rgb(0 0 0 / 0.55)',
};

/** Colours by theme. */
export const themes: Record<'light' | 'dark', Record<ThemeToken, string>> = { light, dark };

/** In print everything is black on white, in any theme. */
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
  'staff-bar': 'white',
  'bar-ink': 'black',
  'bar-muted': 'black',
  'bar-line': 'silver',
  sky: 'white',
  'ill-line': 'black',
  'ill-deep': 'dimgray',
  'lift-1': 'none',
  'lift-2': 'none',
};

/** Type in print, in points. */
const printType: Record<string, string> = {
  'type-small': '400 9pt / 12pt var(--sans)',
  'type-body': '400 10.5pt / 14pt var(--sans)',
  'type-lead': '400 12pt / 16pt var(--sans)',
  'type-figure': '600 14pt / 18pt var(--serif)',
  'type-h4': '600 10.5pt / 14pt var(--sans)',
  'type-h3': '600 12pt / 16pt var(--sans)',
  'type-h2': '650 14pt / 18pt var(--sans)',
  'type-h1': '650 18pt / 22pt var(--sans)',
  'type-title': '600 18pt / 22pt var(--serif)',
  'type-display': '600 18pt / 22pt var(--serif)',
  'type-control': '600 10.5pt / 14pt var(--sans)',
};

/** Lengths, type and motion, which do not depend on the theme. */
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
  'width-form': '34rem',
  'width-text': '66ch',
  feedback: '120ms',
  entrance: '200ms',
  sans: '"Source Sans 3", "Source Sans 3 fallback", "Android sans", "Linux sans", system-ui, sans-serif',
  serif: '"Source Serif 4", "Source Serif 4 fallback", "Android serif", "Linux serif", Georgia, serif',
} as const;

/**
 * Breakpoints in px (rule MENU-5); below `sm` is `xs`. From `logo` on, the logo is outside the page's column.
 */
export const breakpoints = { sm: 576, md: 768, lg: 992, xm: 1045, xl: 1200, xxl: 1393, logo: 1670 } as const;

/** In em of the user's text size, so that 200 % text counts as a narrow window. */
export const inEm = (px: number): string => `${px / 16}em`;

/** How close a subtree is set, apart from phones; it chooses by `data-density`, and inherits without it. */
export type Density = 'comfortable' | 'compact';

/**
 * Tokens of a density: gaps between things, heights of controls, what is above and below a row's text, and type.
 * `target` is the least size of what is clicked, `control` the height of buttons and fields, an inset what is inside the edge.
 */
const comfortable = {
  'gap-xs': '4px',
  'gap-s': '8px',
  'gap-m': '16px',
  'gap-l': '24px',
  'gap-xl': '32px',
  'gap-xxl': '48px',
  target: '44px',
  control: '48px',
  'control-inset': '10px',
  'row-inset': '14px',
  'card-inset': '24px',
  'type-small': '400 1rem / 1.5rem var(--sans)',
  'type-body': '400 1.125rem / 1.75rem var(--sans)',
  'type-control': '600 1.125rem / 1.625rem var(--sans)',
  'type-h4': '600 1.125rem / 1.625rem var(--sans)',
  'type-figure': '600 2rem / 2.5rem var(--serif)',
};

/** A token that depends on the density; type of headings depends on the window's width too. */
export type DensityToken = keyof typeof comfortable;

/** For work all day with a pointer: small text is 14 px, and targets keep far above 24 px (WCAG 2.5.8). */
const compact: Record<DensityToken | `type-${'lead' | 'h3' | 'h2' | 'h1' | 'title'}`, string> = {
  'gap-xs': '2px',
  'gap-s': '4px',
  'gap-m': '8px',
  'gap-l': '12px',
  'gap-xl': '16px',
  'gap-xxl': '24px',
  target: '28px',
  control: '32px',
  'control-inset': '5px',
  'row-inset': '4px',
  'card-inset': '12px',
  'type-small': '400 0.875rem / 1.25rem var(--sans)',
  'type-body': '400 0.9375rem / 1.375rem var(--sans)',
  'type-control': '600 0.9375rem / 1.25rem var(--sans)',
  'type-lead': '400 1rem / 1.5rem var(--sans)',
  'type-h4': '600 0.9375rem / 1.375rem var(--sans)',
  'type-h3': '600 1.0625rem / 1.5rem var(--sans)',
  'type-h2': '650 1.1875rem / 1.625rem var(--sans)',
  'type-h1': '650 1.375rem / 1.75rem var(--sans)',
  'type-title': '600 1.375rem / 1.75rem var(--serif)',
  'type-figure': '600 1.375rem / 1.75rem var(--serif)',
};

/** Tokens by density. */
export const densities: Record<Density, Record<DensityToken, string>> = { comfortable, compact };

/** A finger needs the full target in any density. */
const compactForFingers = { target: comfortable.target, control: comfortable.target };

/** Tokens that depend on the width of the window; those of type belong to the comfortable density. */
const byWidth: { from: string | undefined; tokens: Record<string, string>; type?: Record<string, string> }[] =
  [
    {
      from: undefined,
      tokens: { gutter: '16px' },
      type: {
        'type-lead': '400 1.25rem / 1.875rem var(--sans)',
        'type-h3': '600 1.3125rem / 1.75rem var(--sans)',
        'type-h2': '650 1.5625rem / 2rem var(--sans)',
        'type-h1': '650 1.875rem / 2.375rem var(--sans)',
        'type-title': '600 1.875rem / 2.375rem var(--serif)',
        'type-display': '600 2.375rem / 2.75rem var(--serif)',
      },
    },
    { from: inEm(breakpoints.sm), tokens: { gutter: '24px' } },
    {
      from: inEm(breakpoints.md),
      tokens: { gutter: '32px' },
      type: {
        'type-lead': '400 1.375rem / 2.125rem var(--sans)',
        'type-h3': '600 1.4375rem / 2rem var(--sans)',
        'type-h2': '650 1.875rem / 2.375rem var(--sans)',
        'type-h1': '650 2.375rem / 2.875rem var(--sans)',
        'type-title': '600 2.375rem / 2.875rem var(--serif)',
        'type-display': '600 3.25rem / 3.625rem var(--serif)',
      },
    },
    { from: inEm(breakpoints.xl), tokens: { gutter: '40px' } },
    // Wider tables and cards; lines of text keep their length.
    { from: inEm(breakpoints.xxl), tokens: { 'width-page': '1296px' } },
  ];

const block = (selector: string, tokens: Record<string, string>, scheme?: string) =>
  [
    `${selector.replaceAll(', ', ',\n')} {`,
    ...(scheme ? [`  color-scheme: ${scheme};`] : []),
    ...Object.entries(tokens).map(([name, value]) => `  --${name}: ${value};`),
    '}',
  ].join('\n');

const media = (query: string, inner: string) => `@media ${query} {\n${inner.replace(/^/gm, '  ')}\n}`;

/** Selector of what has the comfortable density by itself, also inside a compact subtree. */
const roomy = ':root, [data-density="comfortable"]';

/** The text of `tokens.css`. */
export const tokensCss = (): string => {
  const parts = [
    block(':root, [data-theme="light"]', themes.light, 'light'),
    media('(prefers-color-scheme: dark)', block(':root:not([data-theme="light"])', themes.dark, 'dark')),
    block('[data-theme="dark"]', themes.dark, 'dark'),
    block(':root', constant),
    block(roomy, comfortable),
    ...byWidth.map(({ from, tokens, type }) => {
      const blocks = [block(':root', tokens), ...(type ? [block(roomy, type)] : [])].join('\n');
      return from ? media(`(min-width: ${from})`, blocks) : blocks;
    }),
    // A phone is held in the hand, whatever it is used for.
    media(`(min-width: ${inEm(breakpoints.md)})`, block('[data-density="compact"]', compact)),
    media('(pointer: coarse)', block('[data-density="compact"]', compactForFingers)),
    media('print', block(':root, :root:not([data-theme="light"]), [data-theme="dark"]', print, 'light')),
    media('print', block(':root, [data-density]', printType)),
  ];
  return `/* Made from tokens.ts by \`npm run tokens -w @hofn/ui\`; change that file, not this one. */\n@layer tokens {\n${parts
    .join('\n')
    .replace(/^(?=.)/gm, '  ')}\n}\n`;
};

/** The logo without wordmark; a separate file, which cannot read custom properties. */
export const faviconSvg = (): string => {
  const { button: ground, 'button-ink': line, lichen } = themes.light;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36">
  <title>Höfn</title>
  <rect width="36" height="36" rx="8" fill="${ground}"/>
  <g fill="none" stroke="${line}" stroke-width="3" stroke-linecap="round">
    <path d="M20 6.3A13.5 13.5 0 1 0 27.4 11" transform="matrix(.8 0 0 .8 4 4)"/>
    <path d="M9.5 21.5c2.7-2.4 5.3-2.4 8 0s5.3 2.4 8 0" transform="matrix(.8 0 0 .8 4 4)"/>
  </g>
  <circle cx="23.6" cy="8" r="2.6" fill="${lichen}"/>
</svg>
`;
};
