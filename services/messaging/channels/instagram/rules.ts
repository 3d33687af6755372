import { megabyte } from '../../../platform/files/attachments/rules.ts'
import type { ChannelRules } from '../channelRules.ts'
import { meta } from '../meta/rules.ts'

const longest = 1000

export const instagram: ChannelRules = {
  name: 'Instagram',
  provider: meta,
  page: '/instagram-messages',
  calls: {
    settings: '/api/instagram/settings',
    change: '/api/instagram/config',
    test: '/api/instagram/test',
    status: null
  },
  failures: {
    load: 'Falha ao buscar configurações do Instagram',
    save: 'Falha ao salvar configuração do Instagram'
  },
  text: {
    longest,
    size: text => new TextEncoder().encode(text).length,
    unit: 'bytes',
    tooLong: `O Instagram aceita até ${longest} bytes por mensagem; letras com acento contam dois.`
  },
  // Meta, "Instagram: send messages".
  files: {
    image: {
      types: ['image/jpeg', 'image/png', 'image/gif'],
      longest: 8 * megabyte,
      words: 'fotos em JPG, PNG ou GIF'
    },
    video: {
      types: ['video/mp4', 'video/ogg', 'video/avi', 'video/quicktime', 'video/webm'],
      longest: 25 * megabyte,
      words: 'vídeos em MP4, MOV, WebM, AVI ou OGG'
    },
    audio: {
      types: ['audio/aac', 'audio/mp4', 'audio/wav'],
      longest: 25 * megabyte,
      words: 'áudios em M4A, AAC ou WAV'
    },
    document: { types: ['application/pdf'], longest: 25 * megabyte, words: 'documentos em PDF' }
  },
  captions: [],
  choices: false,
  // Meta, "Instagram: react to a message": a heart is the only one that may be sent.
  reactions: ['❤️'],
  places: false,
  markup: false,
  advertising: null,
  window: {
    // Meta lets people, not automations, answer for seven days (tag HUMAN_AGENT).
    human: { days: 7, hint: 'Depois de 24 horas o Instagram só aceita respostas escritas por pessoas, até sete dias.' },
    closed: 'A janela de 7 dias fechou. O Instagram só deixa escrever depois que a pessoa mandar uma nova mensagem.'
  }
}

/** Days that a token lasts, and after which it is renewed. */
export const tokenDays = 60
export const tokenRenewedAfter = 45

export const adminFailure = 'Falha ao buscar configurações administrativas do Instagram'

/** Why connecting by Instagram Login ended without a connection. */
export const loginTexts = {
  notOffered: 'Esta instalação não tem um aplicativo do Instagram. Cole um token de acesso.',
  stale: 'Este pedido de conexão venceu ou já foi usado. Comece de novo.',
  denied: 'Você não permitiu o acesso no Instagram. Nada foi conectado.',
  scopes: 'Faltou permitir o acesso às mensagens no Instagram. Comece de novo e deixe todas as permissões marcadas.',
  refused: 'O Instagram não aceitou a conexão. Comece de novo.'
} as const
