/** What the insurer is called and how it is reached; the one place to change it. */
export const company = {
  name: 'Höfn tryggingar hf.',
  shortName: 'Höfn',
  phone: '560\u00a05000',
  phoneLink: 'tel:+3545605000',
  email: 'hofn@hofn.example',
  emailLink: 'mailto:hofn@hofn.example',
} as const;
