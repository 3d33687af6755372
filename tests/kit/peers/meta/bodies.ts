import type { Grouping, Happening } from './outbox.ts'
import type { Fields } from './world.ts'

/** JSON as Meta writes it: in ASCII, with lower-case digits, and with escaped slashes. */
export const asMeta = (body: unknown): string =>
  JSON.stringify(body)
    .replace(/[\u007f-\uffff]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/')

/** The body of one POST with all these happenings. */
export function bodyOf(happenings: Happening[], as: Grouping): Fields {
  const instagram = happenings[0]?.channel === 'instagram'
  const entries: Fields[] = []
  for (const happening of happenings) {
    const open = entries.findLast(({ id }) => id === happening.entry)
    const entry = as !== 'entries' && open ? open : newEntry(happening)
    if (entry !== open) entries.push(entry)
    place(entry, happening, as)
  }
  return { object: instagram ? 'instagram' : 'whatsapp_business_account', entry: entries }
}

function newEntry({ channel, entry, field, at }: Happening): Fields {
  if (channel === 'instagram') return { id: entry, time: at }
  return field === 'messages' ? { id: entry } : { id: entry, time: Math.floor(at / 1000) }
}

function place(entry: Fields, { field, value }: Happening, as: Grouping): void {
  const listed = (name: string): Fields[] => {
    entry[name] ??= []
    return entry[name] as Fields[]
  }
  if (field === 'messaging' || field === 'standby') return void listed(field).push(value)
  const changes = listed('changes')
  const open = changes.findLast(each => each.field === field)?.value as Fields | undefined
  const same = open && JSON.stringify(open.metadata) === JSON.stringify(value.metadata)
  if (as !== 'messages' || field !== 'messages' || !same) return void changes.push({ value: { ...value }, field })
  for (const name of ['contacts', 'messages', 'statuses']) {
    const more = [open[name], value[name]].flatMap(each => (Array.isArray(each) ? each : []))
    const seen = new Set<string>()
    if (more.length > 0) open[name] = more.filter(each => name !== 'contacts' || isNew(seen, JSON.stringify(each)))
  }
}

function isNew(seen: Set<string>, key: string): boolean {
  const before = seen.size
  return seen.add(key).size > before
}
