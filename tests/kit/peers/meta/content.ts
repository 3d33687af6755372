import { GraphRefusal } from './errors.ts'
import { type Fields, fieldsOf, type Line, listOf, type StoredFile, textOf, type World } from './world.ts'

const missing = (name: string): GraphRefusal => new GraphRefusal(131008, `The parameter ${name} is required.`)
const invalid = (details: string): GraphRefusal => new GraphRefusal(131009, details)

function needText(value: unknown, name: string, longest: number): string {
  if (value === undefined || value === null || value === '') throw missing(name)
  if (typeof value !== 'string') throw invalid(`The parameter ${name} must be a string.`)
  if (value.length > longest) throw invalid(`The parameter ${name} may have at most ${longest} characters.`)
  return value
}

function mayText(value: unknown, name: string, longest: number): void {
  if (value !== undefined) needText(value, name, longest)
}

const inBytes = (megabytes: number): number => megabytes * 1024 * 1024

/** Types and size of each kind of file (Meta, "WhatsApp Cloud API: media"). */
export const mediaKinds: Record<string, { types: RegExp; longest: number }> = {
  image: { types: /^image\/(jpeg|png)$/, longest: inBytes(5) },
  video: { types: /^video\/(mp4|3gpp?)$/, longest: inBytes(16) },
  audio: { types: /^audio\/(aac|amr|mpeg|mp4|ogg)(;.*)?$/, longest: inBytes(16) },
  document: { types: /^(text\/|application\/|image\/)/, longest: inBytes(100) },
  sticker: { types: /^image\/webp$/, longest: 500 * 1024 }
}

function checkMedia(world: World, kind: string, body: Fields): void {
  const media = fieldsOf(body[kind])
  const { id, link } = media
  if (id === undefined && link === undefined) throw missing(`${kind}['id'] or ${kind}['link']`)
  if (id !== undefined && link !== undefined) throw invalid(`${kind} takes an id or a link, not both.`)
  if (link !== undefined && !/^https?:\/\/\S+$/.test(String(link))) throw invalid(`${kind}['link'] is not a valid URI.`)
  if (id !== undefined) {
    const file = world.files.get(String(id))
    if (!file || file.fault === 'gone') throw invalid(`Media with ID '${id}' does not exist.`)
    checkFile(kind, file)
  }
  if (media.caption !== undefined && (kind === 'audio' || kind === 'sticker'))
    throw invalid(`${kind}['caption'] is not allowed.`)
  mayText(media.caption, `${kind}['caption']`, 1024)
  mayText(media.filename, `${kind}['filename']`, 240)
}

function checkFile(kind: string, { type, bytes }: StoredFile): void {
  const rule = mediaKinds[kind]
  if (!rule?.types.test(type)) throw new GraphRefusal(131053, `A file of the type ${type} cannot be sent as ${kind}.`)
  if (bytes.length > rule.longest) throw new GraphRefusal(131053, `The file is too large to be sent as ${kind}.`)
}

function checkLocation(body: Fields): void {
  const { latitude, longitude } = fieldsOf(body.location)
  for (const [name, value, limit] of [
    ['latitude', latitude, 90],
    ['longitude', longitude, 180]
  ] as const) {
    if (value === undefined) throw missing(`location['${name}']`)
    if (!(Math.abs(Number(value)) <= limit)) throw invalid(`location['${name}'] is not a valid coordinate.`)
  }
}

function checkContacts(body: Fields): void {
  const contacts = listOf(body.contacts)
  if (contacts.length === 0) throw missing('contacts')
  for (const { name } of contacts) needText(fieldsOf(name).formatted_name, "contacts['name']['formatted_name']", 1024)
}

function checkReaction(body: Fields, lines: Line[]): void {
  const { message_id, emoji } = fieldsOf(body.reaction)
  const id = needText(message_id, "reaction['message_id']", 200)
  if (typeof emoji !== 'string') throw missing("reaction['emoji']")
  if (!lines.some(line => line.id === id)) throw invalid(`The message ${id} does not exist in this conversation.`)
}

function checkInteractive(world: World, body: Fields): void {
  const interactive = fieldsOf(body.interactive)
  const action = fieldsOf(interactive.action)
  const kind = needText(interactive.type, "interactive['type']", 40)
  needText(fieldsOf(interactive.body).text, "interactive['body']['text']", kind === 'list' ? 4096 : 1024)
  mayText(fieldsOf(interactive.footer).text, "interactive['footer']['text']", 60)
  const header = fieldsOf(interactive.header)
  if (header.type === 'text') needText(header.text, "interactive['header']['text']", 60)
  else if (header.type !== undefined) checkMedia(world, String(header.type), header)
  if (kind === 'button') checkButtons(action)
  else if (kind === 'list') checkList(action)
  else if (kind === 'cta_url') checkLink(action)
  else if (!['flow', 'location_request_message', 'request_contact_info'].includes(kind))
    throw invalid(`interactive['type'] ${kind} is not supported.`)
}

function checkLink(action: Fields): void {
  const { display_text, url } = fieldsOf(action.parameters)
  needText(display_text, "interactive['action']['parameters']['display_text']", 20)
  const address = needText(url, "interactive['action']['parameters']['url']", 2000)
  if (!/^https?:\/\/\S+$/.test(address)) throw invalid('The url of the button is not a valid URI.')
}

function unique(ids: string[], what: string): void {
  if (new Set(ids).size < ids.length) throw invalid(`The ids of ${what} must be different.`)
}

function checkButtons(action: Fields): void {
  const buttons = listOf(action.buttons).map(({ reply }) => fieldsOf(reply))
  if (buttons.length < 1 || buttons.length > 3) throw invalid('There must be 1 to 3 buttons.')
  unique(
    buttons.map(({ id }) => needText(id, "button['reply']['id']", 256)),
    'buttons'
  )
  for (const { title } of buttons) needText(title, "button['reply']['title']", 20)
}

function checkList(action: Fields): void {
  needText(action.button, "interactive['action']['button']", 20)
  const sections = listOf(action.sections)
  const rows = sections.flatMap(section => listOf(section.rows))
  if (rows.length < 1 || rows.length > 10) throw invalid('There must be 1 to 10 rows in all sections together.')
  for (const { title } of sections) if (sections.length > 1) needText(title, "section['title']", 24)
  unique(
    rows.map(({ id }) => needText(id, "row['id']", 200)),
    'rows'
  )
  for (const row of rows) {
    needText(row.title, "row['title']", 24)
    mayText(row.description, "row['description']", 72)
  }
}

const kinds = 'audio, contacts, document, image, interactive, location, reaction, sticker, template, text, video'

/** Refuses content that Graph would refuse. `lines`: the conversation, which reactions point into. */
export function checkContent(world: World, type: string, body: Fields, lines: Line[]): void {
  if (!kinds.split(', ').includes(type)) throw new GraphRefusal(100, `Param type must be one of {${kinds}}`)
  if (body[type] === undefined) throw missing(type)
  if (type === 'text') needText(fieldsOf(body.text).body, "text['body']", 4096)
  else if (type in mediaKinds) checkMedia(world, type, body)
  else if (type === 'location') checkLocation(body)
  else if (type === 'contacts') checkContacts(body)
  else if (type === 'reaction') checkReaction(body, lines)
  else if (type === 'interactive') checkInteractive(world, body)
}

/** The line on the customer's phone. */
export function lineOf(type: string, body: Fields): Pick<Line, 'kind' | 'text' | 'file' | 'link' | 'choices'> {
  const inner = fieldsOf(body[type])
  const action = fieldsOf(inner.action)
  const choices =
    inner.type === 'list'
      ? listOf(action.sections).flatMap(({ rows }) => listOf(rows))
      : listOf(action.buttons).map(({ reply }) => fieldsOf(reply))
  const text =
    textOf(inner.body) ?? textOf(fieldsOf(inner.body).text) ?? textOf(inner.caption) ?? textOf(inner.name) ?? ''
  const contact = textOf(fieldsOf(listOf(body.contacts)[0]?.name).formatted_name)
  const file = textOf(inner.id)
  const link = textOf(inner.link) ?? textOf(fieldsOf(action.parameters).url)
  return {
    kind: type === 'interactive' ? String(inner.type) : type,
    text: contact ?? text,
    ...(file && type in mediaKinds && { file }),
    ...(link && { link }),
    ...(choices.length > 0 && { choices: choices as Line['choices'] & object })
  }
}
