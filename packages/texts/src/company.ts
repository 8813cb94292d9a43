/** Name and contact details of the insurer, defined only here. */
export const company = {
  name: 'Höfn tryggingar hf.',
  shortName: 'Höfn',
  phone: '560\u00a05000',
  phoneLink: 'tel:+3545605000',
  email: 'hofn@hofn.example',
  emailLink: 'mailto:hofn@hofn.example',
} as const;
