/** A picture on a contact sheet: `file` from the folder of the sheet. */
export type SheetPicture = {
  screen: string;
  address: string;
  language: string;
  width: number;
  scheme: string;
  file: string;
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Widths beside each other have the same scale, so that a phone is small beside a desk. */
const scale = 0.25;

const figure = ({ screen, language, width, scheme, file }: SheetPicture): string => {
  const label = escapeHtml(`${screen}, ${language}, ${width} px, ${scheme}`);
  return `<a href="${encodeURI(file)}" title="${label}"><img src="${encodeURI(file)}" alt="${label}" width="${Math.round(width * scale)}" loading="lazy"><small>${language} ${width} ${scheme}</small></a>`;
};

/** The HTML page of a contact sheet: a row for each screen, with links to its pictures at full size. */
export const sheetPage = (area: string, pictures: readonly SheetPicture[]): string => {
  const screens = Map.groupBy(pictures, ({ screen }) => screen);
  const rows = Array.from(
    screens,
    ([screen, shown]) =>
      `<section><h2>${escapeHtml(screen)}</h2><div>${shown.map(figure).join('')}</div></section>`,
  );
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${escapeHtml(area)}: ${screens.size} screens</title>
<style>
body { font: 14px system-ui; margin: 16px; background: #888; }
h2 { font-size: 16px; margin: 24px 0 8px; }
div { display: flex; gap: 8px; align-items: start; }
a { flex: none; color: inherit; }
img { display: block; background: #fff; }
</style>
<h1>${escapeHtml(area)}: ${screens.size} screens</h1>
${rows.join('\n')}
</html>
`;
};
