import type { ChoiceList, Message } from '../../../../services/messaging/conversations/schema.ts'

export type ChoiceData = { buttons?: string[]; list?: ChoiceList }

const titlesOf = ({ buttons, list }: ChoiceData): string[] => buttons ?? list?.rows.map(({ title }) => title) ?? []

/**
 * People's last choice in each question, by the question's id: the one they replied to, else the last that offers
 * it.
 */
export function choicesOf(inOrder: readonly Message[]): ReadonlyMap<string, string> {
  const offered = new Map<string, string[]>()
  const chosen = new Map<string, string>()
  for (const { id, direction, kind, text, data, replyTo } of inOrder) {
    if (kind !== 'interactive' || text === null) continue
    if (direction === 'out') {
      offered.set(id, titlesOf(data as ChoiceData))
      continue
    }
    const offers = (question: string | null | undefined) => question && offered.get(question)?.includes(text)
    const question = offers(replyTo?.id)
      ? replyTo?.id
      : [...offered].findLast(([, titles]) => !replyTo && titles.includes(text))?.[0]
    if (question) chosen.set(question, text)
  }
  return chosen
}
