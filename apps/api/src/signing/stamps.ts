import { hash, randomBytes } from 'node:crypto';
import { EidSilent } from '@hofn/service/eid.ts';
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

/** A time stamp: ContentInfo in DER, and the time that it says. */
export type Stamp = { token: Uint8Array; at: Date };

/** What we ask of a time stamp authority. */
export type TimeStamps = {
  /** @throws EidSilent when it does not answer, or not with a stamp that holds */
  stamp(data: Uint8Array, now: Date): Promise<Stamp>;
};

const granted = [0, 1];
/** As far as an authority's clock may be from ours: what it says becomes the time of the signature. */
const apartMs = 5 * 60_000;

/** A time stamp authority over HTTP (RFC 3161). */
export const httpTimeStamps = (settings: {
  url: string;
  timeoutMs: number;
  trusted: () => Promise<Certificate[]>;
}): TimeStamps => {
  const ask = async (data: Uint8Array, now: Date): Promise<Stamp> => {
    const imprint = hash('sha256', data, 'buffer');
    // A number above zero, whatever its bytes are.
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
    const answer = await fetch(settings.url, {
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
      body: Buffer.from(request.toSchema().toBER()),
      signal: AbortSignal.timeout(settings.timeoutMs),
      redirect: 'error',
    });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const { status, timeStampToken } = TimeStampResp.fromBER(await answer.arrayBuffer());
    if (!granted.includes(status.status) || !timeStampToken) throw new Error(`refused with ${status.status}`);
    const token = Buffer.from(timeStampToken.toSchema().toBER());
    await checkStamp(token, data, await settings.trusted(), now);
    const { eContent } = new SignedData({ schema: timeStampToken.content }).encapContentInfo;
    const info = TSTInfo.fromBER(eContent?.getValue() ?? new ArrayBuffer(0));
    if (!info.nonce || !nonce.equals(info.nonce.valueBlock.valueHexView))
      throw new Error('it answers another question');
    if (Math.abs(info.genTime.getTime() - now.getTime()) > apartMs)
      throw new Error(`its time is ${info.genTime.toISOString()}, which is not now`);
    return { token, at: info.genTime };
  };
  return {
    stamp: (data, now) =>
      ask(data, now).catch((error: unknown) => {
        throw new EidSilent('no time stamp', { cause: error });
      }),
  };
};
