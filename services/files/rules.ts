import type { PlanKey } from '../plans/rules.ts'

const megabyte = 1024 * 1024

/** Kinds of files that a company keeps; each has the whole space, so that lists brought in leave room to take leads out. */
export const fileTypes = ['import', 'export'] as const
export type FileType = (typeof fileTypes)[number]

/** Bytes of the files of one kind that a company may have kept at a time, by its plan; while it tries the product, fewer. */
export const trialSpace = 50 * megabyte
export const planSpace: Record<PlanKey, number> = {
  basic: 100 * megabyte,
  pro: 250 * megabyte,
  advanced: 500 * megabyte,
  enterprise: 2000 * megabyte
}

/** `freedOn` is the day on which the oldest file goes, `DD/MM`. */
export type Space = { used: number; limit: number; freedOn: string | null }

/** From this part of the space on, people are told before it is full. */
const nearly = 0.8
export const isNearlyFull = ({ used, limit }: Space): boolean => used >= limit * nearly

export const sizeText = (bytes: number): string =>
  `${(bytes / megabyte).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`

export const usedText = ({ used, limit }: Space): string => `${sizeText(used)} de ${sizeText(limit)}`

/** What to do about a space that is full. */
export function freeingText({ freedOn }: Space, type: FileType): string {
  const wait = freedOn === null ? '' : `espere até ${freedOn}, quando o mais antigo é apagado, `
  return type === 'import'
    ? `Apague um arquivo que falta importar e não vai ser usado, ${wait}ou mude de plano.`
    : `Exporte menos leads ou menos colunas de uma vez, ${wait}ou mude de plano.`
}

/** Why a file is not kept, and what to do. */
export const fullText = (space: Space, type: FileType): string =>
  `Não há espaço para este arquivo: ${type === 'import' ? 'os de importações' : 'os de exportações'} já ocupam ${usedText(space)}. ${freeingText(space, type)}`
