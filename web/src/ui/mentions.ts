type Person = { id: string; name: string; active: boolean }

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether the name begins so, or with a word of it. */
export function begins(name: string, typed: string): boolean {
  const [whole, start] = [fold(name), fold(typed)]
  return whole.startsWith(start) || whole.includes(` ${start}`)
}

/**
 * The people who are named with an @ in the text, chosen from the list or typed by hand, without those who were taken
 * out again. Among people of one name, the chosen ones.
 */
export function mentionedIn(text: string, people: readonly Person[], chosen: readonly string[]): string[] {
  let left = fold(text)
  // The longest names first: `@Bia Lima` does not name Bia.
  const names = [...new Set(people.map(({ name }) => fold(name)))].sort((one, other) => other.length - one.length)
  const found = names.filter(name => {
    const parts = left.split(`@${name}`)
    const named = parts.slice(1).some(after => !/^[\p{L}\p{N}]/u.test(after))
    if (named) left = parts.join(' ')
    return named
  })
  return found.flatMap(found => {
    const same = people.filter(({ id, active, name }) => fold(name) === found && (active || chosen.includes(id)))
    const picked = same.filter(({ id }) => chosen.includes(id))
    return (picked.length > 0 ? picked : same).map(({ id }) => id)
  })
}
