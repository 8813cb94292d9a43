import { type Certificate, CRLDistributionPoints, type GeneralName, InfoAccess } from 'pkijs';

const oid = {
  authorityInfoAccess: '1.3.6.1.5.5.7.1.1',
  ocsp: '1.3.6.1.5.5.7.48.1',
  distributionPoints: '2.5.29.31',
} as const;
/** The type of a GeneralName that is a URI. */
const uri = 6;

/** Where a certificate says its status can be found. */
export type RevocationSources = { ocsp: string[]; crl: string[] };

const urlsOf = (names: readonly GeneralName[]): string[] =>
  names
    .filter(({ type, value }) => type === uri && /^https?:/i.test(String(value)))
    .map(({ value }) => String(value))
    .filter((url) => URL.canParse(url));

/** The web addresses of a certificate's OCSP responders and revocation lists; those of other protocols are left out. */
export const sourcesOf = ({ extensions = [] }: Certificate): RevocationSources => {
  const extensionOf = (type: string): unknown =>
    extensions.find(({ extnID }) => extnID === type)?.parsedValue;
  const [access, points] = [extensionOf(oid.authorityInfoAccess), extensionOf(oid.distributionPoints)];
  const responders =
    access instanceof InfoAccess
      ? access.accessDescriptions.filter(({ accessMethod }) => accessMethod === oid.ocsp)
      : [];
  // Lists of another issuer, or of some reasons only, do not settle the matter.
  const whole =
    points instanceof CRLDistributionPoints
      ? points.distributionPoints.filter(({ reasons, cRLIssuer }) => !reasons && !cRLIssuer)
      : [];
  return {
    ocsp: urlsOf(responders.map(({ accessLocation }) => accessLocation)),
    crl: urlsOf(
      whole.flatMap(({ distributionPoint }) => (Array.isArray(distributionPoint) ? distributionPoint : [])),
    ),
  };
};

/** The host and port of each address at which certificates say their status can be found. */
export const sourceHostsOf = (certificates: readonly Certificate[]): string[] =>
  certificates
    .map(sourcesOf)
    .flatMap(({ ocsp, crl }) => [...ocsp, ...crl])
    .map((url) => new URL(url).host);

/**
 * Fetches from the allowed hosts only, without redirects.
 * @param limits `hosts` with their ports, and `signal` that ends every request
 */
export const createDownload =
  ({ hosts, signal }: { hosts: ReadonlySet<string>; signal: AbortSignal }) =>
  async (
    url: string,
    {
      maxBytes,
      ...request
    }: { maxBytes: number; method?: 'POST'; headers?: Record<string, string>; body?: ArrayBuffer },
  ): Promise<Buffer> => {
    const { host } = new URL(url);
    if (!hosts.has(host)) throw new Error(`${host} is not in REVOCATION_HOSTS`);
    const response = await fetch(url, { ...request, signal, redirect: 'error' });
    if (!response.ok) throw new Error(`status ${response.status} from ${host}`);
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of response.body ?? []) {
      length += part.length;
      if (length > maxBytes) throw new Error(`more than ${maxBytes} bytes from ${host}`);
      parts.push(part);
    }
    return Buffer.concat(parts);
  };
export type Download = ReturnType<typeof createDownload>;
