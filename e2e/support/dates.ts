import type { Locator, Page } from '@playwright/test';

/** The three inputs of a date field, found by its label. */
export const dateField = (within: Page | Locator, label: string | RegExp) => {
  const group = within.getByRole('group', { name: label });
  const parts = group.getByRole('textbox');
  return {
    group,
    parts,
    /** Types an ISO date, `2026-12-24`, into the first input, which fills in all three. */
    fill: (day: string) => parts.first().fill(day),
  };
};
