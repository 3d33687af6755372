import { randomBytes } from 'node:crypto'

/** A readable address of a public page. A random suffix makes it unique and hard to guess. */
export function newSlug(name: string, fallback: string): string {
  const words = name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  return `${words || fallback}-${randomBytes(5).toString('hex')}`
}
