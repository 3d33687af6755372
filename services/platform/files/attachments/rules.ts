import { sizeText } from '../rules.ts'

/** The kinds of messages that are files. */
export const fileKinds = ['image', 'video', 'audio', 'document'] as const
export type FileKind = (typeof fileKinds)[number]

export const isFileKind = (kind: string): kind is FileKind => (fileKinds as readonly string[]).includes(kind)

export const megabyte = 1024 * 1024
const office = 'application/vnd.openxmlformats-officedocument'

/** Types of documents by the end of their names, which distinguishes those that begin alike. */
export const documentTypes: Record<string, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
  txt: 'text/plain',
  csv: 'text/plain'
}

/** The accepted files of a kind: their types, bytes of the largest, and their name for people. */
export type FileRule = { types: readonly string[]; longest: number; words: string }

const otherNames: Record<string, string> = {
  'audio/x-m4a': 'audio/mp4',
  'audio/m4a': 'audio/mp4',
  'audio/mp3': 'audio/mpeg',
  'audio/x-aac': 'audio/aac',
  'audio/x-wav': 'audio/wav',
  'audio/vnd.wave': 'audio/wav',
  'audio/opus': 'audio/ogg; codecs=opus',
  'video/vnd.avi': 'video/avi',
  'video/x-msvideo': 'video/avi',
  'image/jpg': 'image/jpeg'
}

/** A type as it is called here; programs have several names for some. */
const usualType = (type: string): string => otherNames[type] ?? type

export const kindOfType = (type: string): FileKind => {
  const [kind = ''] = type.split('/')
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document'
}

const endOf = (name: string): string => name.split('.').at(-1)?.toLowerCase() ?? ''

/**
 * The type of a file by its content, as `found` by its beginning; the name only distinguishes those that begin alike.
 * Undefined where it is nothing that is known.
 */
export function typeByContent(found: string | undefined, name: string, beginning: Uint8Array): string | undefined {
  const named = documentTypes[endOf(name)]
  if (found === undefined) return named === 'text/plain' && !beginning.includes(0) ? named : undefined
  if (found === 'application/x-cfb') return ['doc', 'xls', 'ppt'].includes(endOf(name)) ? named : undefined
  if (found === 'application/zip') return named?.startsWith(office) ? named : undefined
  return usualType(found)
}

/** The type of a file as a browser knows it, without looking into it. */
export function typeByName(name: string, said: string): string {
  const type = usualType(said)
  // Only the content shows the codec, so the usual one is named.
  if (type === 'audio/ogg' || type === 'application/ogg') return 'audio/ogg; codecs=opus'
  return type && kindOfType(type) !== 'document' ? type : (documentTypes[endOf(name)] ?? type)
}

/** Why a channel does not take a file, and what to do; null where it takes it. */
export function fileRefusal(
  { name, files }: { name: string; files: Record<FileKind, FileRule> },
  type: string,
  size: number
): string | null {
  const { types, longest, words } = files[kindOfType(type)]
  if (!types.includes(type)) return `O ${name} aceita ${words}. Converta o arquivo e envie de novo.`
  if (size === 0) return 'O arquivo está vazio. Escolha outro.'
  if (size > longest) return `O ${name} aceita ${words} de até ${sizeText(longest)}. Envie uma versão menor.`
  return null
}

/** Characters of the words under a file. */
export const longestCaption = 1024
