// A spreadsheet runs what begins like a formula. An apostrophe in front makes it text, and is taken away again when the
// file comes back. The letters of East Asia count too, and so does what stands behind a delimiter: a file may be opened
// with another delimiter than it was written with.

/** A sign that begins a formula, behind what nobody sees or what parts cells; behind apostrophes, so that they come back. */
const begins = /^(?:[\s\p{DI}\p{Cc},;|'"]*[=+\-@＝＋－＠]|'*[\t\r])/u
/** Each run of what may stand before a sign, with the sign where one follows; a dash and a space make a list. */
const runs = /[\s\p{DI}\p{Cc},;|'"]+([=@＝＠]|[+\-＋－](?! ))?/gu

/** Text that no program takes for a formula, where its cell is told to hold text: an XLSX file says so. */
export const harmless = (text: string): string => (begins.test(text) ? `'${text}` : text)

/** The same for a file that says nothing of its cells, where a delimiter may begin another one. */
export const harmlessLine = (text: string): string =>
  harmless(text).replace(runs, (run, formula) => (formula ? run.replace(/[,;|\t\r\n]/g, "$&'") : run))

/** The text as it was before it was made harmless, in either way. */
export function withoutApostrophe(text: string): string {
  if (!text.includes("'")) return text
  const line = text.replace(runs, (run, formula) => (formula ? run.replace(/([,;|\t\r\n])'/g, '$1') : run))
  return line.startsWith("'") && begins.test(line.slice(1)) ? line.slice(1) : line
}
