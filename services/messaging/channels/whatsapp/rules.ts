import { documentTypes, megabyte } from '../../../platform/files/attachments/rules.ts'
import type { ChannelRules } from '../channelRules.ts'
import { meta } from '../meta/rules.ts'

const longest = 4096

export const whatsapp: ChannelRules = {
  name: 'WhatsApp',
  provider: meta,
  page: '/whatsapp',
  calls: {
    settings: '/api/whatsapp/settings',
    change: '/api/whatsapp/settings',
    test: '/api/whatsapp/settings/test',
    status: '/api/whatsapp/settings/status'
  },
  text: {
    longest,
    size: text => [...text].length,
    unit: 'caracteres',
    tooLong: `O WhatsApp aceita até ${longest} caracteres por mensagem.`
  },
  // Meta, "WhatsApp Cloud API: media".
  files: {
    image: { types: ['image/jpeg', 'image/png'], longest: 5 * megabyte, words: 'fotos em JPG ou PNG' },
    video: { types: ['video/mp4', 'video/3gpp'], longest: 16 * megabyte, words: 'vídeos em MP4 ou 3GP' },
    audio: {
      types: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg; codecs=opus'],
      longest: 16 * megabyte,
      words: 'áudios em MP3, M4A, AAC, AMR ou OGG com Opus'
    },
    document: {
      types: Object.values(documentTypes),
      longest: 100 * megabyte,
      words: 'documentos em PDF, Word, Excel, PowerPoint, TXT ou CSV'
    }
  },
  captions: ['image', 'video', 'document'],
  choices: true,
  templates: true,
  priced: true,
  reactions: 'any',
  places: true,
  markup: true,
  advertising: { consent: 'whatsapp', refused: 'Não quer ofertas pelo WhatsApp', errorCode: 131050 },
  window: {
    human: null,
    closed: 'A janela de 24 horas fechou. Fora dela o WhatsApp só aceita modelos aprovados.'
  }
}
