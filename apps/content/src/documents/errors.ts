import type { content } from '@hofn/texts/catalogue/is/content.ts';

/** Why a field is invalid: a text key under `contentField`. */
export type Reason = keyof typeof content.contentField;

/** An invalid field. `path` is for example `linkGroups[0].links[2].title`, or `FORM` for the whole body. */
export type FieldError = { path: string; reason: Reason; params?: Record<string, string | number> };

/** Content that cannot be written; a document or release is refused as a whole, with all its field errors. */
export class ContentError extends Error {
  override name = 'ContentError';
  readonly code: 'validation' | 'notFound' | 'conflict';
  readonly faults: readonly FieldError[];

  constructor(code: ContentError['code'], faults: readonly FieldError[]) {
    super(
      faults
        .map(({ path, reason, params }) => `${path}: ${reason} ${JSON.stringify(params ?? {})}`)
        .join('\n'),
    );
    this.code = code;
    this.faults = faults;
  }
}

/** A `ContentError` for one field. */
export const contentError = (
  code: ContentError['code'],
  path: string,
  reason: Reason,
  params?: FieldError['params'],
): ContentError => new ContentError(code, [{ path, reason, ...(params && { params }) }]);
