import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

type Refusal = { responseCode: number } | undefined;

/** A real mail server that keeps received mails. `control.refuse` decides on each recipient. */
export const startMailServer = async (port = 0) => {
  const mails: Array<Email & { recipients: string[] }> = [];
  const control: { refuse: (recipient: string) => Refusal } = { refuse: () => undefined };
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    disableReverseLookup: true,
    onRcptTo: ({ address }, _session, done) => {
      const refusal = control.refuse(address);
      done(refusal ? Object.assign(new Error('refused'), refusal) : null);
    },
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const email = await PostalMime.parse(Buffer.concat(chunks), { attachmentEncoding: 'arraybuffer' });
      mails.push({ ...email, recipients: session.envelope.rcptTo.map(({ address }) => address) });
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address();
  const actual = typeof address === 'object' && address ? address.port : port;
  return {
    mails,
    control,
    port: actual,
    url: `smtp://127.0.0.1:${actual}`,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
};
