// An Icelandic or foreign telephone number, the emergency number, or an e-mail address.
const reachable =
  /(?<![\d.,-])(?:\+\d[\d \u00a0]{6,18}\d|\d{3}[ \u00a0]\d{4}|112)(?![\d/-]|[.,]\d)|[\w.]+@[\w-]+(?:\.[\w-]+)+/gu;

/**
 * Splits a text into telephone numbers, e-mail addresses and the text between; `at` is the start of each part, `href`
 * the `tel:` or `mailto:` link.
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

/** A text with links for telephone numbers and e-mail addresses, and no other markup. */
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
