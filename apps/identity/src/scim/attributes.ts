import { z } from 'zod';

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** What of a SCIM user is kept here. */
export type UserChanges = {
  userName?: string;
  externalId?: string;
  fullName?: string;
  email?: string;
  active?: boolean;
};

/** A refused request, with the keyword of RFC 7644, section 3.12. */
export class ScimFault extends Error {
  override name = 'ScimFault';
  readonly status: number;
  readonly scimType: string | undefined;
  constructor(status: number, detail: string, scimType?: string) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

const invalid = (detail: string) => new ScimFault(400, detail, 'invalidValue');

const short = z.string().trim().min(1).max(200);
const textOf = (name: string, value: unknown): string => {
  const parsed = short.safeParse(value);
  if (!parsed.success) throw invalid(`${name} must be text of at most 200 characters`);
  return parsed.data;
};
const emailOf = (value: unknown): string => {
  const parsed = z
    .email()
    .max(100)
    .safeParse(typeof value === 'string' ? value.trim() : value);
  if (!parsed.success) throw invalid('emails must have an e-mail address as their value');
  return parsed.data;
};

/** Entra sends booleans as the text "False" by default. */
const activeOf = (value: unknown): boolean => {
  const text = String(value).toLowerCase();
  if (text !== 'true' && text !== 'false') throw invalid('active must be true or false');
  return text === 'true';
};

const listed = z.looseObject({
  value: z.unknown(),
  primary: z.unknown().optional(),
  type: z.unknown().optional(),
});
/** The primary address, else the one of work, else the first. */
const mainEmail = (value: unknown): string | undefined => {
  const list = z.array(listed).safeParse(Array.isArray(value) ? value : [value]);
  if (!list.success) throw invalid('emails must be a list of objects with a value');
  const { data } = list;
  const main =
    data.find(({ primary }) => String(primary).toLowerCase() === 'true') ??
    data.find(({ type }) => type === 'work') ??
    data[0];
  return main && emailOf(main.value);
};

/** Attributes by lower-case path, as names are case-insensitive; those of `name` as `name.formatted`. */
const flatten = (attributes: Record<string, unknown>): Map<string, unknown> => {
  const flat = new Map<string, unknown>();
  for (const [name, value] of Object.entries(attributes)) {
    // A missing value and null are the same (RFC 7643, section 2.5).
    if (value === null || value === undefined) continue;
    const path = name.startsWith(`${userSchema}:`) ? name.slice(userSchema.length + 1) : name;
    if (path.toLowerCase() === 'name' && typeof value === 'object')
      for (const [part, text] of Object.entries(value)) flat.set(`name.${part.toLowerCase()}`, text);
    else flat.set(path.toLowerCase(), value);
  }
  return flat;
};

/**
 * What a user's attributes change here. Others are ignored: directories send more than anybody keeps.
 * @throws ScimFault for a value that cannot be kept
 */
export const changesOf = (attributes: Record<string, unknown>): UserChanges => {
  const flat = flatten(attributes);
  const changes: UserChanges = {};
  const [given, family] = [flat.get('name.givenname'), flat.get('name.familyname')];
  const name =
    flat.get('name.formatted') ||
    flat.get('displayname') ||
    (given && family ? `${String(given)} ${String(family)}` : undefined);
  if (name !== undefined) changes.fullName = textOf('name', name);
  for (const [path, value] of flat) {
    if (path === 'username') changes.userName = textOf('userName', value);
    else if (path === 'externalid') changes.externalId = textOf('externalId', value);
    else if (path === 'active') changes.active = activeOf(value);
    else if (/^emails\[.*\]\.value$/.test(path)) changes.email = emailOf(value);
    else if (path === 'emails') {
      const email = mainEmail(value);
      if (email !== undefined) changes.email = email;
    }
  }
  return changes;
};

const operations = z.object({
  Operations: z
    .array(
      z.object({
        op: z.string().transform((op) => op.toLowerCase()),
        path: z.string().optional(),
        value: z.unknown().optional(),
      }),
    )
    .min(1),
});

const kept = ['username', 'externalid', 'active', 'emails', 'displayname'];

/** What a PATCH request changes here. @throws ScimFault */
export const changesOfPatch = (body: unknown): UserChanges => {
  const parsed = operations.safeParse(body);
  if (!parsed.success)
    throw new ScimFault(400, 'Operations must be a list of op, path and value', 'invalidSyntax');
  const attributes: Record<string, unknown> = {};
  for (const { op, path, value } of parsed.data.Operations) {
    if (!['add', 'replace', 'remove'].includes(op))
      throw new ScimFault(400, `unknown op ${op}`, 'invalidSyntax');
    if (op === 'remove') {
      if (path === undefined) throw new ScimFault(400, 'remove needs a path', 'noTarget');
      if (kept.includes(path.toLowerCase()))
        throw new ScimFault(400, `${path} cannot be removed`, 'mutability');
      continue;
    }
    if (path !== undefined) attributes[path] = value;
    else if (typeof value === 'object' && value !== null) Object.assign(attributes, value);
    else throw new ScimFault(400, 'without a path, the value must be an object', 'invalidSyntax');
  }
  return changesOf(attributes);
};

/** The attribute and value of a filter; undefined without one. @throws ScimFault for any but the supported two */
export const parseFilter = (
  filter: unknown,
): { attribute: 'userName' | 'externalId'; value: string } | undefined => {
  if (filter === undefined || filter === '') return undefined;
  const match =
    /^\s*(?:urn:ietf:params:scim:schemas:core:2\.0:User:)?(userName|externalId)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i.exec(
      String(filter).slice(0, 1000),
    );
  const [, attribute = '', quoted = ''] = match ?? [];
  try {
    const value: unknown = JSON.parse(quoted);
    if (typeof value === 'string')
      return { attribute: attribute.toLowerCase() === 'username' ? 'userName' : 'externalId', value };
  } catch {
    // Not a filter that we know.
  }
  throw new ScimFault(400, 'supported are userName eq "…" and externalId eq "…"', 'invalidFilter');
};
