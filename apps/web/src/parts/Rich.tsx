// An Icelandic or foreign telephone number, the emergency number, or an e-mail address.
const reachable =
  /((?<![\d.,-])(?:\+\d[\d \u00a0]{6,18}\d|\d{3}[ \u00a0]\d{4}|112)(?![\d/-]|[.,]\d)|[\w.]+@[\w-]+(?:\.[\w-]+)+)/u;

/**
 * Splits a text into telephone numbers, e-mail addresses and the text between; `at` is the place of a part among them,
 * `href` the `tel:` or `mailto:` link.
 */
export const linksIn = (text: string): { at: number; part: string; href?: string | false }[] =>
  // With a group, the matches stand between the other parts.
  text.split(reachable).map((part, at) => ({
    at,
    part,
    href: at % 2 > 0 && (part.includes('@') ? `mailto:${part}` : `tel:${part.replaceAll(/\s/gu, '')}`),
  }));

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
