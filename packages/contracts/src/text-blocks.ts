import { z } from 'zod';
import { defineCalls } from './call.ts';
import { caseKind } from './cases.ts';
import { blockEditor, deskColleague } from './staff-callers.ts';
import { id, instant } from './values.ts';

/** Maximum length of a name, and of the text in each language, which is half of what a reply holds. */
export const textBlockLimits = { name: 80, text: 4000 } as const;

const text = z.string().trim().min(1).max(textBlockLimits.text);

/** What supervisors and administrators write. */
const written = z.object({
  name: z.string().trim().min(1).max(textBlockLimits.name).describe('unique among those in use'),
  kind: caseKind.nullable().describe('the kind of case that it is for; null for all'),
  is: text.describe('with fields such as `{name}`, which are filled from the case; no others'),
  en: text,
});
const version = z.int().min(1);

/** A text for replies to cases, in both languages (rule DESK-6). */
export const textBlock = written.extend({
  id,
  version,
  by: z.string().nullable().describe('who wrote this version; null for what came with the system'),
  at: instant,
});
export type TextBlock = z.infer<typeof textBlock>;

const textBlockList = z.object({
  items: z.array(textBlock).describe('those in use, by name'),
  handler: z.string().describe('the caller’s name, as replies are signed'),
  mayChange: z.boolean(),
});
export type TextBlockList = z.infer<typeof textBlockList>;

/** One version of a text block, and in how many replies it was inserted. */
export const textBlockVersion = textBlock.omit({ id: true }).extend({
  uses: z.int().describe('replies to cases that have not been deleted since'),
});
export type TextBlockVersion = z.infer<typeof textBlockVersion>;

/** Text blocks for replies to cases (rule DESK-6). */
export const textBlockCalls = defineCalls({
  textBlocks: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/text-blocks',
    who: deskColleague,
    rate: 'read',
    summary: 'Lists the text blocks in use, in both languages.',
    response: textBlockList,
  },
  addTextBlock: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/text-blocks',
    who: blockEditor,
    rate: 'write',
    summary: 'Adds a text block.',
    body: written,
    status: 201,
    response: textBlockList,
    audit: 'staff.textBlock',
    events: { none: 'our own texts' },
  },
  changeTextBlock: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/text-blocks/{id}',
    who: blockEditor,
    rate: 'write',
    summary: 'Writes the next version of a text block; 409 if somebody has changed it since `version`.',
    params: z.object({ id }),
    body: written.extend({ version: version.describe('the version that was read') }),
    response: textBlockList,
    audit: 'staff.textBlock',
    events: { none: 'our own texts' },
  },
  retireTextBlock: {
    service: 'api',
    method: 'POST',
    path: '/api/staff/v1/text-blocks/{id}/retire',
    who: blockEditor,
    rate: 'write',
    summary: 'Takes a text block out of use; 409 if somebody has changed it since `version`.',
    params: z.object({ id }),
    body: z.object({ version: version.describe('the version that was read') }),
    response: textBlockList,
    audit: 'staff.textBlock',
    events: { none: 'our own texts' },
  },
  textBlockVersions: {
    service: 'api',
    method: 'GET',
    path: '/api/staff/v1/text-blocks/{id}/versions',
    who: blockEditor,
    rate: 'read',
    summary: 'Lists the versions of a text block, also of one out of use, with how often each was inserted.',
    params: z.object({ id }),
    response: z.object({ items: z.array(textBlockVersion).describe('newest first') }),
  },
});
