import { z } from 'zod';
import { isSafeUrl } from './values.ts';

const documentLink = z.strictObject({ link_type: z.literal('Document'), id: z.string().min(1) });
const webLink = z.strictObject({
  link_type: z.literal('Web'),
  url: z.string().refine(isSafeUrl),
  target: z.literal('_blank').optional(),
});

const range = { start: z.int().min(0), end: z.int().min(0) };
const span = z.discriminatedUnion('type', [
  z.strictObject({ ...range, type: z.enum(['strong', 'em']) }),
  z.strictObject({ ...range, type: z.literal('label'), data: z.strictObject({ label: z.string().min(1) }) }),
  z.strictObject({
    ...range,
    type: z.literal('hyperlink'),
    data: z.discriminatedUnion('link_type', [documentLink, webLink]),
  }),
]);

const textBlock = z
  .strictObject({
    type: z.enum([
      'paragraph',
      'preformatted',
      'heading1',
      'heading2',
      'heading3',
      'heading4',
      'heading5',
      'heading6',
      'list-item',
      'o-list-item',
    ]),
    text: z.string(),
    spans: z.array(span),
  })
  .refine(({ text, spans }) => spans.every(({ start, end }) => start <= end && end <= text.length));

const picture = {
  url: z.string().refine(isSafeUrl),
  alt: z.string(),
  dimensions: z.strictObject({ width: z.int().min(1), height: z.int().min(1) }),
  copyright: z.string().optional(),
};
const image = z.strictObject(picture);
const imageBlock = z.strictObject({ type: z.literal('image'), ...picture });

const block = z.union([textBlock, imageBlock]);

/** One block of rich text in the read protocol. */
export type Block = z.infer<typeof block>;

export const isBlock = (value: unknown): value is Block => block.safeParse(value).success;

export const isImage = (value: unknown): boolean => image.safeParse(value).success;

/** Ids of the documents that a block links to. */
export const linksOfBlock = (value: Block): string[] =>
  'spans' in value
    ? value.spans.flatMap((part) =>
        part.type === 'hyperlink' && part.data.link_type === 'Document' ? [part.data.id] : [],
      )
    : [];
