/** Without what a database cannot keep, and without signs that turn the direction of a text around. */
export const storable = (text: string, limit: number): string =>
  text
    .slice(0, limit)
    .replaceAll('\r\n', '\n')
    .replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '')
    .toWellFormed()

/** Such a text in one line. */
export const oneLine = (text: string, limit: number): string =>
  storable(text.slice(0, limit), limit).replace(/\s+/g, ' ').trim()
