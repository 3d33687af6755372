type Named = { name: string }

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()

/** Whether there is a tag of this name, however it is spelled. */
export const isTag = (tags: readonly Named[], text: string): boolean =>
  tags.some(({ name }) => fold(name) === fold(text))

/**
 * Whether Enter takes the tag for the text: it is its name, or begins with it. A name that merely contains it must be
 * chosen on purpose.
 */
export const fits = ({ name }: Named, text: string): boolean => fold(name).startsWith(fold(text))

/** The tags whose name has the text, the best match first: the name itself, then names that begin with it. */
export function matchingTags<T extends Named>(tags: readonly T[], text: string): T[] {
  const typed = fold(text)
  const rank = ({ name }: T) => (fold(name) === typed ? 0 : fold(name).startsWith(typed) ? 1 : 2)
  return tags.filter(({ name }) => fold(name).includes(typed)).sort((one, other) => rank(one) - rank(other))
}
