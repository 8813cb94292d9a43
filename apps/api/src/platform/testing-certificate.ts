import { Integer, Utf8String } from 'asn1js';
import { AltName, AttributeTypeAndValue, Certificate, Extension, GeneralName } from 'pkijs';

const { subtle } = globalThis.crypto;
const dayMs = 24 * 3_600_000;

const pem = (label: string, bytes: ArrayBuffer): string => {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n');
};

/** Creates a self-signed certificate of a host, with its key, as PEM. For tests only. */
export const certificateOf = async (host: string): Promise<{ cert: string; key: string }> => {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const { privateKey, publicKey } = await subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = new Certificate();
  certificate.version = 2;
  certificate.serialNumber = new Integer({ value: 1 });
  const commonName = new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: host }) });
  certificate.issuer.typesAndValues.push(commonName);
  certificate.subject.typesAndValues.push(commonName);
  certificate.notBefore.value = new Date(Date.now() - dayMs);
  certificate.notAfter.value = new Date(Date.now() + dayMs);
  const names = new AltName({ altNames: [new GeneralName({ type: 2, value: host })] });
  certificate.extensions = [
    new Extension({ extnID: '2.5.29.17', critical: false, extnValue: names.toSchema().toBER() }),
  ];
  await certificate.subjectPublicKeyInfo.importKey(publicKey);
  await certificate.sign(privateKey, 'SHA-256');
  return {
    cert: pem('CERTIFICATE', certificate.toSchema().toBER()),
    key: pem('PRIVATE KEY', await subtle.exportKey('pkcs8', privateKey)),
  };
};
