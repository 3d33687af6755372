import type { PlanKey } from '../../core/planKeys/rules.ts'

const megabyte = 1024 * 1024

/** The kinds of a company's files. Each has the whole space for itself, so that imports never prevent exports. */
export const fileTypes = ['import', 'export', 'media', 'ticket', 'mail'] as const
export type FileType = (typeof fileTypes)[number]

/** Bytes of the files of one kind by plan; less during the trial. */
export const trialSpace = 50 * megabyte
export const planSpace: Record<PlanKey, number> = {
  basic: 100 * megabyte,
  pro: 250 * megabyte,
  advanced: 500 * megabyte,
  enterprise: 2000 * megabyte
}

/** `freedOn`: the day on which the oldest file expires, `DD/MM`. */
export type Space = { used: number; limit: number; freedOn: string | null }

/** From this share of the space on, people are warned. */
const nearly = 0.8
export const isNearlyFull = ({ used, limit }: Space): boolean => used >= limit * nearly

export const sizeText = (bytes: number): string =>
  `${(bytes / megabyte).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`

export const usedText = ({ used, limit }: Space): string => `${sizeText(used)} de ${sizeText(limit)}`

/** How to free space. */
export function freeingText({ freedOn }: Space, type: FileType): string {
  const wait = freedOn === null ? '' : `espere até ${freedOn}, quando o mais antigo é apagado, `
  if (type === 'media' || type === 'ticket' || type === 'mail') return 'Mude de plano para guardar mais.'
  return type === 'import'
    ? `Apague um arquivo que falta importar e não vai ser usado, ${wait}ou mude de plano.`
    : `Exporte menos leads ou menos colunas de uma vez, ${wait}ou mude de plano.`
}

const filesOf: Record<FileType, string> = {
  import: 'os de importações',
  export: 'os de exportações',
  media: 'os de conversas',
  ticket: 'os de chamados',
  mail: 'as imagens de e-mails'
}

/** Why a file is refused, and what to do. */
export const fullText = (space: Space, type: FileType): string =>
  `Não há espaço para este arquivo: ${filesOf[type]} já ocupam ${usedText(space)}. ${freeingText(space, type)}`
