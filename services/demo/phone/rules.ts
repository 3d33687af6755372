/** The actions of a customer's phone beside writing. */
export const playKinds = [
  'text',
  'image',
  'audio',
  'video',
  'document',
  'sticker',
  'location',
  'contact',
  'album',
  'order',
  'form',
  'ad',
  'group',
  'reaction',
  'edit',
  'delete',
  'button',
  'list',
  'storyReply',
  'storyMention',
  'fromBusiness',
  'unsupported'
] as const

export const phoneTexts = {
  away: 'O telefone de demonstração não responde. Ele volta sozinho em alguns segundos.',
  connected: 'O canal já está configurado. Desligue-o e apague a conta dele antes de usar a demonstração.',
  refused: 'O telefone de demonstração não pôde fazer isso.'
} as const
