import { createHash } from 'node:crypto'
import { mediaKinds } from './content.ts'
import { GraphRefusal } from './errors.ts'
import { type GraphRequest, Reply, readForm, redirect } from './requests.ts'
import { day, orUnknown, type StoredFile, storeFile, textOf, type World } from './world.ts'

/** How long an address of WhatsApp and a file that a customer sent can be fetched. */
const addressLife = 5 * 60 * 1000
const fileLife = 30 * day

/** Answers POST /{phone number}/media. */
export async function uploadMedia(world: World, request: GraphRequest): Promise<object> {
  const form = await readForm(request)
  if (form.get('messaging_product') !== 'whatsapp')
    throw new GraphRefusal(100, "The parameter messaging_product is required and must be 'whatsapp'.")
  const file = form.get('file')
  if (!(file instanceof File)) throw new GraphRefusal(100, 'The parameter file is required.')
  const type = file.type && file.type !== 'application/octet-stream' ? file.type : (textOf(form.get('type')) ?? '')
  const rule = Object.values(mediaKinds).find(({ types }) => types.test(type))
  if (!rule) throw new GraphRefusal(100, `Param file must not be a file of the type ${type || 'unknown'}`)
  if (file.size > rule.longest) throw new GraphRefusal(100, 'The file is too large')
  const { id } = storeFile(world, Buffer.from(await file.arrayBuffer()), type, file.name)
  return { id }
}

const isGone = (world: World, { fault, at }: StoredFile): boolean => fault === 'gone' || world.now() - at > fileLife

export function describeMedia(world: World, file: StoredFile): object {
  if (isGone(world, file)) orUnknown(undefined, file.id)
  return {
    messaging_product: 'whatsapp',
    url: `${world.url}/whatsapp_business/attachments/?mid=${file.id}&ext=${world.now() + addressLife}`,
    mime_type: file.type,
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
    file_size: String(file.bytes.length),
    id: file.id
  }
}

/** Serves a file of WhatsApp for a token and a fresh address. */
export function downloadMedia(world: World, { query, token }: GraphRequest): Reply {
  const stored = world.tokens.get(token)
  if (!stored || stored.expires < world.now()) return new Reply(401, {}, 'Unauthorized')
  const file = world.files.get(query.get('mid') ?? '')
  if (!file || isGone(world, file) || Number(query.get('ext')) < world.now()) return new Reply(404, {}, 'Not found')
  return serve(file)
}

/** The address at which Instagram's network of servers has a file, for everyone. */
export const cdnUrl = (world: World, { id }: StoredFile): string => `${world.url}/cdn/${id}?oe=6f&_nc_sid=7d3ac5`

/** Serves a file of Instagram for a day. */
export function downloadCdn(world: World, id: string): Reply {
  const file = world.files.get(id)
  if (!file) return new Reply(404, {}, 'Not found')
  if (file.fault === 'gone' || world.now() - file.at > day) return new Reply(403, {}, 'URL signature expired')
  return serve(file)
}

export function serve({ fault, type, bytes, name }: StoredFile): Reply {
  if (typeof fault === 'object') return redirect(fault.redirect)
  const disposition = name && { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` }
  return new Reply(200, { 'content-type': type, 'content-length': String(bytes.length), ...disposition }, bytes)
}
