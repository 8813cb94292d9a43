import type { Db } from '@hofn/database';
import { pathOf } from '@hofn/texts/paths.ts';
import { createCheckCodes, hashOfCode } from '../platform/check-codes.ts';
import type { ProofRow, ProofStore } from './store.ts';

/** The code of a proof, and the page that checks it. */
export type ProofCode = { checkCode: string; checkUrl: string };

/** Creates the codes of proofs and stores their hashes. */
export const createProofCodes = ({
  store,
  secret,
  site,
}: {
  store: ProofStore;
  secret: string | undefined;
  /** Base address of the site, where codes are checked. */
  site: string;
}) => {
  const codeOf = createCheckCodes(secret);
  /** The code of a proof. Its hash is stored again each time, because a process without a secret has codes of its own. */
  return async (proof: ProofRow, to?: Db): Promise<ProofCode> => {
    const checkCode = codeOf(['proof', proof.customerId, proof.id]);
    await store.storeCode(proof, hashOfCode(checkCode), to);
    // In the fragment, the code is sent to no server until somebody asks to check it.
    return { checkCode, checkUrl: `${site}${pathOf('proofCheck', proof.language)}/#${checkCode}` };
  };
};
export type ProofCodes = ReturnType<typeof createProofCodes>;
