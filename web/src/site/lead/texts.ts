export const formTexts = {
  loadFailed: 'Erro ao carregar formulário. Tente novamente mais tarde.',
  connection: 'Erro de conexão com o servidor. Verifique sua internet ou se o servidor está ativo.',
  notConfigured: 'Formulário não configurado',
  notConfiguredText: 'Este formulário ainda não foi configurado. Por favor, contacte o administrador.',
  invalid: 'Formulário inválido',
  invalidText: 'Por favor, preencha todos os campos obrigatórios corretamente.',
  sendFailed: 'Erro ao enviar formulário',
  sendFailedText: 'Ocorreu um erro ao enviar seus dados. Tente novamente.',
  sent: 'Enviado com sucesso!',
  sentText: 'Obrigado pelo seu interesse. Entraremos em contato em breve.'
} as const

export const companyNotFound = 'Empresa não encontrada'
