import type { ChannelAdapter, SettingsShape } from '../adapter.ts'
import { RefusedError } from '../errors.ts'
import { text } from '../meta/answers.ts'
import { GraphError } from '../meta/graph.ts'
import { secretsOf, webhooks } from '../meta/webhooks.ts'
import { sent } from '../sent.ts'
import { visible } from '../values.ts'
import { loginReturn } from './app.ts'
import { ask } from './graph.ts'
import { media } from './media.ts'
import { readInstagram } from './read.ts'
import { InstagramConfig, InstagramSettings } from './schema.ts'
import { sendMessage, sendReaction } from './send.ts'

/** Milliseconds that a person waits for a live test. */
const patience = 10_000

const settings: SettingsShape = {
  noun: 'Instagram account',
  Change: InstagramConfig,
  Settings: InstagramSettings,
  read: ({ accountId, ...change }: InstagramConfig) => ({
    ...change,
    ...(accountId !== undefined && { account: accountId })
  }),
  show: (shown, _channel, { meta }) => ({
    ...shown,
    accountId: shown.account,
    username: shown.address,
    loginOffered: meta.instagramApp !== undefined
  }),
  recorded: true
}

/** Instagram API with Instagram Login: one professional account of a company. */
export const instagram: ChannelAdapter = {
  kind: 'instagram',

  app: config => ({
    ready: config.meta.instagramApp !== undefined,
    // Apps with Instagram Login have a secret of their own for webhooks.
    secrets: secretsOf(config.meta.instagramSecret, config.meta.appSecret),
    verifyToken: config.meta.verifyToken,
    loginReturn: loginReturn(config)
  }),
  ...webhooks,
  read: readInstagram,

  send: (connection, message) => sent(() => sendMessage(connection, message)),
  react: sendReaction,
  // Meta names higher figures for Instagram; those of WhatsApp are enough.
  pace: { concurrency: 16, perSecond: 80, perPerson: { limit: 45, seconds: 270 } },
  refusal: code => new GraphError({ code, status: 400, details: null }),
  media,

  // An id of fifteen digits says nothing to anybody.
  contactText: () => 'sem @nome',

  async profile(connection, contact) {
    try {
      const fields = 'name,username,profile_pic'
      const answer = await ask(connection, { path: encodeURIComponent(contact), query: { fields } })
      const { profile_pic: picture } = answer
      return {
        name: visible(text(answer.name)),
        username: visible(text(answer.username)),
        picture: typeof picture === 'string' ? picture : null
      }
    } catch (error) {
      // It may be asked for only once the person has written, and not of everybody.
      if (error instanceof RefusedError) return null
      throw error
    }
  },

  async test(connection) {
    const answer = await ask(connection, { path: 'me', query: { fields: 'user_id,username,name' }, timeout: patience })
    const account = text(answer.user_id) ?? text(answer.id)
    if (account !== connection.channel.account)
      return {
        error: 'O token é de outra conta do Instagram. Confira o número da conta.',
        problem: null,
        foreign: true
      }
    return { address: text(answer.username), name: text(answer.name) ?? text(answer.username) }
  },
  settings
}
