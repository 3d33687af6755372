import { cut } from '../../core/rules.ts'

/**
 * Control characters, and those that turn the direction of what follows: 'fatura\u202efdp.exe' is shown as
 * 'faturaexe.pdf'.
 */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * The name of a stranger's file as it is shown and stored: what it says is what is there, in at most 200 characters.
 */
export const fileName = (name: string): string => cut(name.replace(unseen, '').trim(), 200) || 'arquivo'
