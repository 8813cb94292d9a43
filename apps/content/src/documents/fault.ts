import type { content } from '@hofn/texts/catalogue/is/content.ts';

/** Why a field is refused: a key of the texts under `contentField`. */
export type Reason = keyof typeof content.contentField;

/** A field that is refused. `path` is as `linkGroups[0].links[2].title`, or `FORM` for the whole. */
export type FieldFault = { path: string; reason: Reason; params?: Record<string, string | number> };

/** Content that may not be written as it stands; a whole document or release is refused with all its faults. */
export class ContentFault extends Error {
  override name = 'ContentFault';
  readonly code: 'validation' | 'notFound' | 'conflict';
  readonly faults: readonly FieldFault[];

  constructor(code: ContentFault['code'], faults: readonly FieldFault[]) {
    super(
      faults
        .map(({ path, reason, params }) => `${path}: ${reason} ${JSON.stringify(params ?? {})}`)
        .join('\n'),
    );
    this.code = code;
    this.faults = faults;
  }
}

/** A fault of one field. */
export const refuse = (
  code: ContentFault['code'],
  path: string,
  reason: Reason,
  params?: FieldFault['params'],
): ContentFault => new ContentFault(code, [{ path, reason, ...(params && { params }) }]);
