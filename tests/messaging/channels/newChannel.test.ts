import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { App } from '../../../services/core/http.ts'
import { company, openApp, testConfig } from '../../kit/app.ts'
import { newDatabase } from '../../kit/database.ts'
import { atEnd } from '../../kit/end.ts'
import { typeFaults } from '../../kit/types.ts'

const root = path.join(import.meta.dirname, '../../..')

/**
 * A channel that repeats its messages, and the files that it takes: its folders, and a line of each list with its
 * import.
 */
const folders: Record<string, string> = {
  'services/messaging/channels/eco/rules.ts': `
import type { ChannelRules } from '../channelRules.ts'

const none = { types: [], longest: 0, words: 'só textos' }

export const eco: ChannelRules = {
  name: 'Eco',
  provider: { The: 'O Eco', the: 'o Eco', of: 'do Eco', at: 'no Eco', by: 'pelo Eco' },
  page: '/eco',
  calls: {
    settings: '/api/eco/settings',
    change: '/api/eco/settings',
    test: '/api/eco/settings/test',
    status: '/api/eco/settings/status'
  },
  text: { longest: 20, size: text => text.length, unit: 'letras', tooLong: 'O Eco aceita até 20 letras.' },
  files: { image: none, video: none, audio: none, document: none },
  captions: [],
  choices: false,
  advertising: null,
  reactions: [],
  places: false,
  markup: false,
  window: { human: null, closed: 'O Eco se calou.' }
}
`,
  'services/messaging/channels/eco/adapter.ts': `
import { Type } from '@sinclair/typebox'
import type { ChannelAdapter } from '../adapter.ts'
import { RefusedError } from '../errors.ts'
import { Account, ChannelSettings, commonChanges } from '../schema.ts'
import { sent } from '../sent.ts'
import { fields, identifier, list, moment, text } from '../values.ts'

/** What was told to it, which it repeats. */
export const heard: { to: string; text: string | null }[] = []

export const eco: ChannelAdapter = {
  kind: 'eco',
  app: () => ({ ready: true, secrets: ['the-secret-of-eco'], verifyToken: undefined, loginReturn: null }),
  accountsNamed: body => [...body.toString().matchAll(/"account":"(\\d+)"/g)].map(([, account = '']) => account),
  verify: headers => secret => headers['x-eco'] === secret,
  read: body =>
    list(fields(body)?.said).map(each => {
      const { account, id, from, words } = fields(each) ?? {}
      const [externalId, address, at] = [identifier(id), identifier(from), moment(Date.now())]
      if (!externalId || !address || !at) return { account: null, explained: 'unreadable' }
      return {
        account: identifier(account),
        update: {
          type: 'message',
          direction: 'in',
          externalId,
          contact: { address, addressKind: 'eco_name', identities: { eco_name: address }, name: address },
          at,
          kind: 'text',
          text: text(words),
          data: {}
        }
      }
    }),
  send: (_connection, message) =>
    sent(async () => {
      heard.push({ to: message.contact, text: message.text })
      return { externalId: 'heard-' + message.id }
    }),
  pace: { concurrency: 1, perSecond: 100, perPerson: { limit: 100, seconds: 1 } },
  refusal: code => new RefusedError('refused', { code, remedy: 'final', text: 'O Eco recusou.' }),
  media: { fetch: async () => undefined },
  contactText: contact => 'eco de ' + contact,
  test: async () => ({ address: 'vale', name: 'Vale' }),
  settings: {
    noun: 'Eco',
    Change: Type.Object({ ...commonChanges, account: Type.Optional(Account) }, { additionalProperties: false }),
    Settings: ChannelSettings,
    read: body => body,
    show: settings => settings,
    recorded: false
  }
}
`,
  'web/src/messaging/conversations/channels/eco/screen.tsx': `
import EcoIcon from '@mui/icons-material/ForumOutlined'
import { onDemand } from '../../../../ui/onDemand.tsx'
import type { ChannelScreen } from '../screen.ts'

export const eco: ChannelScreen = {
  Icon: EcoIcon,
  title: 'Eco',
  letter: 'z',
  missing: 'Conecte o Eco.',
  address: 'Lugar',
  Settings: onDemand(async () => (await import('./Settings.tsx')).Settings),
  staff: { description: 'Repete o que se diz', app: 'Não precisa de aplicativo.' }
}
`,
  'web/src/messaging/conversations/channels/eco/Settings.tsx': `
import { AccountForm } from '../../settings/AccountForm.tsx'
import { ChannelSettings } from '../../settings/ChannelSettings.tsx'

const fields = [{ name: 'account', label: 'Lugar', help: 'Só dígitos.', required: true }]

export const Settings = () => (
  <ChannelSettings kind="eco">{settings => <AccountForm kind="eco" settings={settings} fields={fields} />}</ChannelSettings>
)
`
}
const lists: Record<string, string> = {
  'services/messaging/channels/rules.ts': './eco/rules.ts',
  'services/messaging/channels/adapters.ts': './eco/adapter.ts',
  'web/src/messaging/conversations/channels/registry.ts': './eco/screen.tsx'
}

test('a new channel takes a folder and a line in each list, receives and answers, and is taken out with them', async () => {
  mkdirSync(path.join(root, '.cache'), { recursive: true })
  // Within the project, whose packages it needs.
  const copy = mkdtempSync(path.join(root, '.cache', 'channel-'))
  atEnd(() => rmSync(copy, { recursive: true }))
  for (const folder of ['services', 'web/src', 'package.json'])
    cpSync(path.join(root, folder), path.join(copy, folder), { recursive: true })
  for (const [file, text] of Object.entries(folders)) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true })
    writeFileSync(path.join(copy, file), text)
  }
  for (const [file, from] of Object.entries(lists)) {
    const before = readFileSync(path.join(copy, file), 'utf8')
    expect(before).toContain('  instagram\n')
    writeFileSync(
      path.join(copy, file),
      `import { eco } from '${from}'\n${before.replace('  instagram\n', '  instagram,\n  eco\n')}`
    )
  }
  expect(typeFaults(copy, ['services', 'web/src'])).toBe('')

  const load = (file: string) => import(path.join(copy, file))
  const url = await newDatabase()
  const app: App = await (await load('services/app.ts')).buildApp(testConfig({ DATABASE_URL: url }))
  atEnd(() => app.close())
  const ours = await company(app)
  const call = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
    const answer = await app.inject({ method, url, headers: ours.auth, ...(payload && { payload }) })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json()
  }
  const { processDeliveries } = await load('services/messaging/conversations/deliveries.ts')
  const say = async (id: string, words: string) => {
    const payload = JSON.stringify({ said: [{ account: '12345678', id, from: 'ninfa', words }] })
    const headers = { 'content-type': 'application/json', 'x-eco': 'the-secret-of-eco' }
    expect((await app.inject({ method: 'POST', url: '/webhooks/eco', headers, payload })).statusCode).toBe(200)
    const deliveries = await app.db.everyCompany(trx => trx.selectFrom('deliveries').select('id').execute())
    await processDeliveries(
      app.db,
      deliveries.map(({ id }) => id)
    )
  }

  const settings = await call('POST', '/api/eco/settings', { account: '12345678', token: 'token-of-eco' })
  expect(settings).toMatchObject({ kind: 'eco', state: 'inactive', address: 'vale', checkError: null })
  expect(await call('PATCH', '/api/eco/settings/status', { active: true })).toMatchObject({ state: 'active' })
  expect((await call('GET', '/api/eco/checkup')).map(({ text }: { text: string }) => text)).toContain(
    'O Eco aceita o token.'
  )
  const forged = await app.inject({
    method: 'POST',
    url: '/webhooks/eco',
    headers: { 'x-eco': 'another' },
    payload: {}
  })
  expect(forged.statusCode).toBe(403)

  await say('1', 'Alô?')
  const [conversation] = await call('GET', `/api/conversations?filter=${encodeURIComponent('{"channel":"eco"}')}`)
  expect(conversation).toMatchObject({ channel: 'eco', name: 'ninfa', contact: 'eco de ninfa', lastText: 'Alô?' })
  expect(await call('GET', '/api/conversations/counts')).toEqual({ whatsapp: 0, instagram: 0, eco: 1 })

  const messages = `/api/conversations/${conversation.id}/messages`
  const long = { method: 'POST', url: messages, headers: ours.auth, payload: { text: 'x'.repeat(21) } } as const
  expect((await app.inject(long)).json().errors).toEqual({ text: 'O Eco aceita até 20 letras.' })
  await call('POST', messages, { text: 'Quem é?' })
  const channel = await app.db.company(ours.id, trx =>
    trx.selectFrom('channels').select('id').executeTakeFirstOrThrow()
  )
  const parts = { db: app.db, config: app.config, log: app.log }
  await (await load('services/messaging/conversations/sending.ts')).sendQueued(parts, ours.id, channel.id)
  const { heard } = await load('services/messaging/channels/eco/adapter.ts')
  expect(heard).toEqual([{ to: 'ninfa', text: 'Quem é?' }])
  await say('2', heard[0].text)
  expect(
    (await call('GET', messages)).map(({ direction, text, status }: Record<string, unknown>) => [
      direction,
      text,
      status
    ])
  ).toEqual([
    ['in', 'Quem é?', null],
    ['out', 'Quem é?', 'accepted'],
    ['in', 'Alô?', null]
  ])

  // The product without the channel, beside the rows that it left behind.
  const without = await openApp({ DATABASE_URL: url })
  for (const url of ['/api/eco/settings', '/webhooks/eco'])
    expect((await without.inject({ method: 'POST', url, headers: ours.auth, payload: {} })).statusCode).toBe(404)
  const others = `/api/conversations?filter=${encodeURIComponent('{"channel":"whatsapp"}')}`
  expect((await without.inject({ url: others, headers: ours.auth })).json()).toEqual([])
  expect((await without.inject({ url: '/api/whatsapp/settings', headers: ours.auth })).json().state).toBe('missing')
})
