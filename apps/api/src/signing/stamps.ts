import { hash, randomBytes } from 'node:crypto';
import { EidUnavailable } from '@hofn/service/eid.ts';
import { Integer, OctetString } from 'asn1js';
import {
  AlgorithmIdentifier,
  type Certificate,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';
import { checkStamp } from './cms.ts';

/** A time stamp: ContentInfo in DER, its time, and its authority's certificate with the chain up to a trusted one. */
export type Stamp = { token: Uint8Array; at: Date; chain: Certificate[] };

/** What we need from a time stamp authority. */
export type TimeStamps = {
  /** @throws EidSilent when it does not respond, or its stamp is invalid */
  stamp(data: Uint8Array, now: Date): Promise<Stamp>;
};

const granted = [0, 1];
/** Tolerance for an authority's clock: its time becomes the time of the signature. */
const maxClockSkewMs = 5 * 60_000;

/** A time stamp authority over HTTP (RFC 3161). */
export const httpTimeStamps = (settings: {
  url: string;
  timeoutMs: number;
  trusted: () => Promise<Certificate[]>;
}): TimeStamps => {
  const requestStamp = async (data: Uint8Array, now: Date): Promise<Stamp> => {
    const imprint = hash('sha256', data, 'buffer');
    // Leading 1, so that the number is positive whatever its random bytes are.
    const nonce = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
    const request = new TimeStampReq({
      version: 1,
      messageImprint: new MessageImprint({
        hashAlgorithm: new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' }),
        hashedMessage: new OctetString({ valueHex: imprint }),
      }),
      nonce: new Integer({ valueHex: nonce }),
      certReq: true,
    });
    const response = await fetch(settings.url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body: Buffer.from(request.toSchema().toBER()),
      signal: AbortSignal.timeout(settings.timeoutMs),
      redirect: 'error',
    });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { status, timeStampToken } = TimeStampResp.fromBER(await response.arrayBuffer());
    if (!granted.includes(status.status) || !timeStampToken) throw new Error(`refused with ${status.status}`);
    const token = Buffer.from(timeStampToken.toSchema().toBER());
    const chain = await checkStamp(token, data, await settings.trusted(), now);
    const { eContent } = new SignedData({ schema: timeStampToken.content }).encapContentInfo;
    const info = TSTInfo.fromBER(eContent?.getValue() ?? new ArrayBuffer(0));
    if (!info.nonce || !nonce.equals(info.nonce.valueBlock.valueHexView))
      throw new Error('nonce does not match the request');
    if (Math.abs(info.genTime.getTime() - now.getTime()) > maxClockSkewMs)
      throw new Error(`time ${info.genTime.toISOString()} is too far from ours`);
    return { token, at: info.genTime, chain };
  };
  return {
    stamp: (data, now) =>
      requestStamp(data, now).catch((error: unknown) => {
        throw new EidUnavailable('no time stamp', { cause: error });
      }),
  };
};
