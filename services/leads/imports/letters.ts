/** Accented letters of UTF-8 decoded as Latin-1. */
const swapped = /Ã[€\x81‚ƒ‡‰Š\x8d“”•š\xa1-\xa3§©ª\xad³´µº]/

const windows = new TextDecoder('windows-1252')
const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [windows.decode(Uint8Array.of(byte)), byte]))

export const hasSwappedLetters = (text: string): boolean => swapped.test(text)

/** Reads a text as the UTF-8 that it was, where all of it is: "JoÃ£o" is "João". */
export function withoutSwappedLetters(text: string): string {
  if (!hasSwappedLetters(text)) return text
  const bytes = Array.from(text, letter => byteOf.get(letter) ?? -1)
  if (bytes.includes(-1)) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes))
  } catch {
    return text
  }
}
