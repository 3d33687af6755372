export const integrationStatuses = ['active', 'inactive'] as const
export type IntegrationStatus = (typeof integrationStatuses)[number]

/** The record that saving the provider's key creates or changes (specification, section 7). */
export const openAiIntegration = {
  name: 'OpenAI',
  description: 'Integração com OpenAI para chatbot e recursos de IA',
  icon: 'messageSquare'
} as const

export const keyTexts = {
  blank: 'A chave de API não pode estar em branco',
  blankOnSave: 'A chave de API não pode estar em branco.',
  emptyTest: 'Por favor, insira uma chave de API para testar a conexão.',
  testFailed: 'Falha ao testar a conexão com a OpenAI',
  testSucceeded: 'Conexão estabelecida com sucesso!',
  none: 'Não há uma chave de API que possa ser testada. Configure uma chave.',
  saved: 'Chave de API da OpenAI configurada com sucesso!'
} as const

/**
 * How a server differs from others: the parameters that it refuses, and whether its model begins by thinking without
 * saying so.
 */
export type Habits = { refused: readonly string[]; thinksFirst: boolean }

export const noHabits: Habits = { refused: [], thinksFirst: false }
