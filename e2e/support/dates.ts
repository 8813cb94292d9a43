import type { Locator, Page } from '@playwright/test';

/** The three fields of a date, by the label above them. */
export const dateField = (within: Page | Locator, label: string | RegExp) => {
  const group = within.getByRole('group', { name: label });
  const parts = group.getByRole('textbox');
  return {
    group,
    parts,
    /** Types an ISO day, `2026-12-24`, into the first part, which fills in all three. */
    fill: (day: string) => parts.first().fill(day),
  };
};
