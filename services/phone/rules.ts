/** What a customer's phone can do beside writing. */
export const playKinds = ['text', 'image', 'audio', 'reaction', 'delete', 'storyReply'] as const

export const phoneTexts = {
  away: 'O telefone de demonstração não responde. Ele volta sozinho em alguns segundos.',
  refused: 'O telefone de demonstração não pôde fazer isso.'
} as const
