// Spreadsheets execute text that looks like a formula. A leading apostrophe makes it text, and is removed when the file
// comes back. Full-width signs count too, and so does text after a delimiter, since a file may be opened with another
// delimiter than it was written with.

/**
 * A formula sign after invisible characters or delimiters, or after apostrophes, so that those survive the round trip.
 */
const begins = /^(?:[\s\p{DI}\p{Cc},;|'"]*[=+\-@＝＋－＠]|'*[\t\r])/u
/**
 * A run of characters that may precede a formula sign, with the sign if one follows; a dash with a space is a list
 * item.
 */
const runs = /[\s\p{DI}\p{Cc},;|'"]+([=@＝＠]|[+\-＋－](?! ))?/gu

/** Escapes a formula in a cell that is declared as text, as in XLSX. */
export const harmless = (text: string): string => (begins.test(text) ? `'${text}` : text)

/** Escapes formulas in CSV, where a delimiter may start another cell. */
export const harmlessLine = (text: string): string =>
  harmless(text).replace(runs, (run, formula) => (formula ? run.replace(/[,;|\t\r\n]/g, "$&'") : run))

/** The text before it was escaped in either way. */
export function withoutApostrophe(text: string): string {
  if (!text.includes("'")) return text
  const line = text.replace(runs, (run, formula) => (formula ? run.replace(/([,;|\t\r\n])'/g, '$1') : run))
  return line.startsWith("'") && begins.test(line.slice(1)) ? line.slice(1) : line
}
