// A telephone number here or abroad, the emergency number, or an e-mail address.
const reachable =
  /(?<![\d.,-])(?:\+\d{2}[ \u00a0]\d{4}[ \u00a0]\d{4}|\d{3}[ \u00a0]\d{4}|112)(?![\d/-]|[.,]\d)|[\w.]+@[\w-]+(?:\.[\w-]+)+/gu;

/**
 * Cuts a text into what can be called or written to and what stands between; `at` is where each part begins, `href`
 * where a telephone number (`tel:`) or an e-mail address (`mailto:`) leads.
 */
export const linksIn = (text: string): { at: number; part: string; href?: string }[] => {
  const parts: { at: number; part: string; href?: string }[] = [];
  let end = 0;
  for (const { index, 0: found } of text.matchAll(reachable)) {
    parts.push({ at: end, part: text.slice(end, index) });
    const href = found.includes('@') ? `mailto:${found}` : `tel:${found.replaceAll(/\s/gu, '')}`;
    parts.push({ at: index, part: found, href });
    end = index + found.length;
  }
  parts.push({ at: end, part: text.slice(end) });
  return parts.filter(({ part }) => part !== '');
};

/** A line of content whose telephone numbers and e-mail addresses are links. Nothing else in it is markup. */
export const Rich = ({ text }: { text: string }) =>
  linksIn(text).map(({ at, part, href }) =>
    href ? (
      <a key={at} className="figures" href={href}>
        {part}
      </a>
    ) : (
      part
    ),
  );
