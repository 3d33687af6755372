import { serve } from './media.ts'
import type { Customer, FileOptions, Follower } from './players.ts'
import { type GraphRequest, Reply } from './requests.ts'
import { png } from './samples.ts'
import type { TemplateEvent } from './templates.ts'
import type { Meta } from './types.ts'
import { defined, type Fields, fieldsOf, type Line, listOf, type Template, textOf, type World } from './world.ts'

const answer = (status: number, body: unknown): Reply =>
  new Reply(
    status,
    { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    JSON.stringify(body)
  )

class DemoRefusal extends Error {}

/**
 * Answers the calls under /demo, by which another program plays the customers. Pages of other sites cannot: their
 * requests carry an Origin, and only JSON is taken.
 */
export async function answerDemo(world: World, meta: Meta, request: GraphRequest): Promise<Reply> {
  const { method, segments, headers } = request
  if (headers.origin !== undefined) return answer(403, { message: 'Not from a page of another site' })
  if (method === 'POST' && !headers['content-type']?.startsWith('application/json'))
    return answer(415, { message: 'Only application/json' })
  const [, what = '', id = '', action = ''] = segments
  try {
    if (method === 'GET' && what === 'state') return answer(200, stateOf(world, meta))
    if (method === 'GET' && what === 'files') return fileOf(world, id)
    if (method === 'POST' && what === 'accounts') return answer(201, openAccount(world, meta, request.body))
    if (method === 'POST' && what === 'customers' && !id)
      return answer(201, { id: invite(world, meta, request.body).person.id })
    if (method === 'POST' && what === 'customers' && action === 'messages')
      return answer(201, { id: play(meta, id, request.body) })
    if (method === 'POST' && what === 'customers' && action === 'read') {
      const read = playerOf(meta, id).read(textOf(request.body.messageId))
      return answer(200, { read: read.length })
    }
    if (method === 'POST' && what === 'templates') {
      meta.templates.decide(id, String(request.body.event).toUpperCase() as TemplateEvent, textOf(request.body.reason))
      return answer(200, { success: true })
    }
    if (method === 'POST' && what === 'clock') {
      meta.passTime(Number(request.body.milliseconds) || 0)
      return answer(200, { now: world.now() })
    }
    if (method === 'POST' && what === 'redeliver') {
      await meta.redeliver()
      return answer(200, { undelivered: meta.undelivered().length })
    }
    return answer(404, { message: 'There is nothing here' })
  } catch (error) {
    if (error instanceof Error) return answer(error instanceof DemoRefusal ? 404 : 422, { message: error.message })
    throw error
  }
}

/** All that the drawn phones show. */
function stateOf(world: World, meta: Meta): object {
  const now = world.now()
  return {
    now,
    numbers: [...world.numbers.values()].map(({ id, waba, phone, verifiedName }) => ({
      id,
      waba,
      phone,
      verifiedName
    })),
    accounts: [...world.accounts.values()].map(({ id, username, name }) => ({ id, username, name })),
    templates: world.templates.map(({ id, name, language, status }) => ({ id, name, language, status })),
    undelivered: meta.undelivered().length,
    customers: world.people.map(person => ({
      ...defined({
        id: person.id,
        channel: person.channel,
        account: person.account,
        name: person.name,
        username: person.username,
        phone: person.phone,
        waId: person.channel === 'whatsapp' ? person.waId : undefined,
        userId: person.channel === 'whatsapp' ? person.userId : undefined,
        igsid: person.channel === 'instagram' ? person.igsid : undefined
      }),
      typing: person.typing,
      businessTyping: person.businessTypingUntil > now,
      windowEnds: person.lastWrote === undefined ? null : person.lastWrote + 24 * 60 * 60 * 1000,
      messages: person.thread.map(({ file, ...line }) => ({ ...line, ...(file && { file: `/demo/files/${file}` }) }))
    }))
  }
}

function fileOf({ files }: World, id: string): Reply {
  const file = files.get(id)
  if (!file) throw new DemoRefusal(`There is no file ${id}`)
  return serve({ ...file, fault: undefined })
}

function playerOf(meta: Meta, id: string): Customer | Follower {
  const player = meta.players.get(id)
  if (!player) throw new DemoRefusal(`There is no customer ${id}`)
  return player
}

/**
 * A number or account of a company, with a token for it; those that are named are opened again as they were, since
 * nothing is kept here over a start.
 */
function openAccount(world: World, meta: Meta, { channel, account, waba, name, token, templates }: Fields): object {
  const id = textOf(account)
  const values = defined({ id, waba: textOf(waba), verifiedName: textOf(name), name: textOf(name) })
  const instagram = channel === 'instagram'
  const own = instagram
    ? ((id ? world.accounts.get(id) : undefined) ?? meta.addAccount(values))
    : ((id ? world.numbers.get(id) : undefined) ?? meta.addNumber(values))
  const named = textOf(name)
  if (named && 'verifiedName' in own) own.verifiedName = named
  else if (named && 'name' in own) own.name = named
  if ('waba' in own) openTemplates(world, meta, own.waba, listOf(templates))
  const kept = textOf(token)
  if (kept && !world.tokens.has(kept))
    world.tokens.set(kept, {
      ...(instagram && { account: own.id }),
      issued: world.now(),
      expires: Number.POSITIVE_INFINITY
    })
  return {
    account: own.id,
    ...('waba' in own && { waba: own.waba }),
    token: kept ?? meta.tokens.issue(instagram ? own.id : undefined)
  }
}

/** The templates that an account had, or those with which a new one begins. */
function openTemplates({ templates: all }: World, meta: Meta, waba: string, templates: readonly Fields[]): void {
  for (const each of templates)
    if (!all.some(({ id }) => id === each.id)) meta.templates.add({ ...(each as unknown as Template), waba })
  if (all.some(template => template.waba === waba)) return
  for (const template of firstTemplates) meta.templates.add({ ...template, waba })
}

/** A customer of an account; one who is there already is not made again. */
function invite(world: World, meta: Meta, body: Fields): Customer | Follower {
  const [userId, waId, igsid] = [textOf(body.userId), textOf(body.waId), textOf(body.igsid)]
  const account = textOf(body.account)
  const existing = world.people.find(
    person =>
      person.account === account &&
      (igsid ? person.igsid === igsid : (userId && person.userId === userId) || (waId && person.waId === waId))
  )
  const player = (existing && meta.players.get(existing.id)) ?? introduce(meta, body)
  const wrote = Number(body.lastWrote)
  if (wrote > 0) player.person.lastWrote = Math.max(player.person.lastWrote ?? 0, wrote)
  if (player.person.thread.length === 0 && Array.isArray(body.thread))
    player.person.thread.push(...body.thread.map(lineOf))
  return player
}

/** A text that was said before this server started. */
function lineOf(value: unknown): Line {
  const { id, from, at, text } = fieldsOf(value)
  const line = { id: textOf(id) ?? '', at: Number(at), kind: 'text', text: textOf(text) ?? '' }
  return from === 'business' ? { ...line, from, status: 'read' } : { ...line, from: 'customer', seen: true }
}

function introduce(
  meta: Meta,
  { channel, account, name, phone, username, userId, waId, igsid }: Fields
): Customer | Follower {
  const person = { name: textOf(name) ?? 'Cliente', username: textOf(username) }
  if (channel === 'instagram')
    return meta.instagramCustomer({ ...person, account: textOf(account), igsid: textOf(igsid) })
  return meta.customer({
    ...person,
    number: textOf(account),
    phone: textOf(phone),
    userId: textOf(userId),
    waId: textOf(waId)
  })
}

const fileKinds = ['image', 'audio', 'video', 'document'] as const

/** Does what a drawn phone asks for; the id of the message that came of it. */
function play(meta: Meta, id: string, body: Fields): string {
  const player = playerOf(meta, id)
  const text = textOf(body.text) ?? ''
  const messageId = textOf(body.messageId) ?? textOf(body.replyTo) ?? ''
  const kind = textOf(body.kind) ?? 'text'
  const fileKind = fileKinds.find(each => each === kind)
  if (fileKind) return player[fileKind](readFile(body)).id
  if (kind === 'sticker') return player.sticker().id
  if (kind === 'location') return placeOf(player, fieldsOf(body.place)).id
  if (kind === 'contact')
    return player.contact(textOf(body.name) ?? 'Rui Encanador', textOf(body.phone) ?? '+55 11 4002-8922').id
  if (kind === 'album') return album(player)
  if (kind === 'order' && 'order' in player) return player.order(cakes, text || undefined).id
  if (kind === 'form' && 'flowReply' in player) return player.flowReply(messageId, formAnswer).id
  if (kind === 'group' && 'listReply' in player)
    return player.text(text || 'Alguém do grupo recomenda?', { group: 'demonstration-group' }).id
  if (kind === 'ad' && 'listReply' in player) return player.text(text || 'Vi o anúncio de vocês', { referral: ad }).id
  if (kind === 'unsupported') return player.unsupported().id
  if (kind === 'edit') return player.edit(messageId, text).id
  if (kind === 'delete') return player.delete(messageId).id
  if (kind === 'button') return player.buttonReply(messageId || text, String(body.choice)).id
  if (kind === 'reaction') return react(player, messageId, textOf(body.emoji)).id
  if (kind === 'list' && 'listReply' in player) return player.listReply(messageId, String(body.choice)).id
  if (kind === 'storyReply' && 'storyReply' in player) return player.storyReply(text).id
  if (kind === 'storyMention' && 'storyMention' in player) return player.storyMention().id
  if (kind === 'fromBusiness') return player.fromBusiness(text).id
  if (kind !== 'text') throw new Error(`A customer of this channel cannot send the kind ${kind}`)
  if (!text.trim()) throw new Error('The text is empty')
  return (messageId ? player.reply(messageId, text) : player.text(text)).id
}

/** Three pictures, chosen and sent in one go. */
function album(player: Customer | Follower): string {
  const colours = [
    [
      [232, 93, 61],
      [250, 204, 140]
    ],
    [
      [38, 120, 178],
      [170, 220, 240]
    ],
    [
      [46, 125, 84],
      [214, 236, 190]
    ]
  ] as const
  const sent = colours.map(([from, to]) =>
    player.image({ bytes: png(320, 240, [...from], [...to]), type: 'image/png' })
  )
  return sent.at(-1)?.id ?? ''
}

const named = (examples: Record<string, string>) => ({
  body_text_named_params: Object.entries(examples).map(([param_name, example]) => ({ param_name, example }))
})

/** Approved long ago. */
const firstTemplates: Pick<Template, 'name' | 'category' | 'parameter_format' | 'components'>[] = [
  {
    name: 'retomar_conversa',
    category: 'UTILITY',
    parameter_format: 'NAMED',
    components: [
      {
        type: 'BODY',
        text: 'Olá, {{nome}}! Aqui é da {{empresa}}. Ficamos de responder a sua mensagem. Podemos continuar a conversa?',
        example: named({ nome: 'Ana', empresa: 'Doce Jardim' })
      },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Sim, pode falar' },
          { type: 'QUICK_REPLY', text: 'Agora não' }
        ]
      }
    ]
  },
  {
    name: 'confirmacao_de_horario',
    category: 'UTILITY',
    parameter_format: 'NAMED',
    components: [
      {
        type: 'BODY',
        text: 'Olá, {{nome}}! O seu horário está marcado para {{data}} às {{hora}}. Você confirma?',
        example: named({ nome: 'Ana', data: '12/12', hora: '15h' })
      },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Confirmo' },
          { type: 'QUICK_REPLY', text: 'Remarcar' }
        ]
      }
    ]
  },
  {
    name: 'pedido_pronto',
    category: 'UTILITY',
    parameter_format: 'NAMED',
    components: [
      {
        type: 'BODY',
        text: 'Olá, {{nome}}! O seu pedido de {{pedido}} está pronto. Quando prefere retirar?',
        example: named({ nome: 'Ana', pedido: 'bolo de limão' })
      },
      { type: 'FOOTER', text: 'Retirada das 9h às 18h' }
    ]
  },
  {
    name: 'lembrete_de_retirada',
    category: 'UTILITY',
    parameter_format: 'POSITIONAL',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Lembrete' },
      {
        type: 'BODY',
        text: 'Olá, {{1}}! A sua encomenda espera por você em {{2}} às {{3}}. Até lá.',
        example: { body_text: [['Ana', '12/12', '15h']] }
      }
    ]
  },
  {
    name: 'novidades_do_mes',
    category: 'MARKETING',
    parameter_format: 'NAMED',
    components: [
      {
        type: 'BODY',
        text: 'Olá, {{nome}}! Este mês há novidades na {{empresa}}. Quer receber o cardápio?',
        example: named({ nome: 'Ana', empresa: 'Doce Jardim' })
      },
      { type: 'FOOTER', text: 'Responda SAIR para não receber mais.' },
      { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'Quero ver' }] }
    ]
  }
]

const cakes = [
  { product_retailer_id: 'BOLO-01', quantity: 2, item_price: 45.5, currency: 'BRL' },
  { product_retailer_id: 'VELA-7', quantity: 1, item_price: 9, currency: 'BRL' }
]

const formAnswer = { tamanho: 'Grande', sabor: 'Limão', data_da_festa: '12/12' }

const ad = {
  source_url: 'https://fb.example/anuncio',
  source_type: 'ad',
  source_id: '120210000000000000',
  headline: 'Bolos para festas',
  body: 'Peça até sexta e receba no sábado.',
  media_type: 'image',
  ctwa_clid: 'demonstration-click'
}

const placeOf = (player: Customer | Follower, { latitude, longitude, name, address }: Fields) =>
  typeof latitude === 'number' && typeof longitude === 'number'
    ? player.location(defined({ latitude, longitude, name, address }) as { latitude: number; longitude: number })
    : player.location()

const react = (player: Customer | Follower, messageId: string, emoji: string | undefined) =>
  'listReply' in player
    ? player.reaction(messageId, emoji)
    : player.reaction(messageId, emoji && (emoji === '❤️' ? 'love' : 'other'), emoji)

/** `base64`, or a sample. */
function readFile(body: Fields): FileOptions {
  const base64 = textOf(body.base64)
  return defined({
    bytes: base64 === undefined ? undefined : Buffer.from(base64, 'base64'),
    type: textOf(body.type),
    name: textOf(body.name),
    caption: textOf(body.text)
  })
}
