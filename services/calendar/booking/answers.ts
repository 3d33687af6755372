import { invalid } from '../../core/errors.ts'
import { cut, isDay } from '../../core/rules.ts'
import type { BookingAnswer, Question } from '../appointments/schema.ts'
import { bookingTexts } from './rules.ts'

/** Characters of an answer that are taken. */
const longest = { text: 500, textarea: 2000 } as const

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value).trim())

/** The answer as it is stored, or what is wrong with it. */
function read({ type, required, options }: Question, value: unknown): { value: string } | { problem: string } {
  const text = textOf(value)
  if (type === 'checkbox') {
    const isYes = value === true || ['true', 'on', 'Sim'].includes(text)
    return required && !isYes ? { problem: bookingTexts.mustAgree } : { value: isYes ? 'Sim' : 'Não' }
  }
  if (!text) return required ? { problem: bookingTexts.unanswered } : { value: '' }
  const limit = type === 'textarea' ? longest.textarea : longest.text
  if (text.length > limit) return { problem: `Escreva até ${limit} caracteres.` }
  if (type === 'number' && !/^-?\d{1,15}(?:[.,]\d{1,6})?$/.test(text)) return { problem: 'Escreva um número.' }
  if (type === 'date' && !isDay(text)) return { problem: 'Data inválida.' }
  if (type === 'select' && !options.includes(text)) return { problem: 'Escolha uma das opções.' }
  return { value: text }
}

/**
 * The answers of a booking to the questions of its service, in their order; those without words are left out. Throws
 * 400 with `errors['answers.' + id]` for each that is missing, impossible, or of no such question.
 */
export function readAnswers(questions: readonly Question[], sent: Record<string, unknown> = {}): BookingAnswer[] {
  const errors: Record<string, string> = {}
  const answers: BookingAnswer[] = []
  for (const question of questions) {
    const answer = read(question, sent[question.id])
    if ('problem' in answer) errors[`answers.${question.id}`] = answer.problem
    else if (answer.value) answers.push({ label: question.label, value: answer.value })
  }
  const ids = new Set(questions.map(({ id }) => id))
  for (const id of Object.keys(sent).slice(0, 50))
    if (!ids.has(id)) errors[`answers.${cut(id, 60)}`] = bookingTexts.noQuestion
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return answers
}
