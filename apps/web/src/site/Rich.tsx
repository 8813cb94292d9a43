const phone = /(?<![\d.,-])(?:\d{3}[ \u00a0]\d{4}|112)(?![\d/-]|[.,]\d)/gu;

/** Cuts a text into what stands between telephone numbers and the numbers; `at` is where each part begins. */
export const phonesIn = (text: string): { at: number; part: string; isPhone: boolean }[] => {
  const parts: { at: number; part: string; isPhone: boolean }[] = [];
  let end = 0;
  for (const { index, 0: number } of text.matchAll(phone)) {
    parts.push({ at: end, part: text.slice(end, index), isPhone: false });
    parts.push({ at: index, part: number, isPhone: true });
    end = index + number.length;
  }
  parts.push({ at: end, part: text.slice(end), isPhone: false });
  return parts.filter(({ part }) => part !== '');
};

/** A line of content in which telephone numbers can be called. Content is plain text; nothing else in it is markup. */
export const Rich = ({ text }: { text: string }) =>
  phonesIn(text).map(({ at, part, isPhone }) =>
    isPhone ? (
      <a key={at} className="figures" href={`tel:${part.replaceAll(/\s/gu, '')}`}>
        {part}
      </a>
    ) : (
      part
    ),
  );
