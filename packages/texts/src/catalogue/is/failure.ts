/** In place of a region of a page that could not be shown. */
export const failure = {
  failure: {
    title: 'Eitthvað fór úrskeiðis',
    text: 'Ekki tókst að sýna allt sem hér á að vera. Reyndu aftur eða hringdu í okkur.',
    retry: 'Reyna aftur',
  },
} as const;
