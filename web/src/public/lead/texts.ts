export const lookupTexts = {
  title: 'Digite o CNPJ da empresa para continuar',
  hint: 'O CNPJ deve estar cadastrado no sistema para receber leads.',
  noCompany: 'ID da empresa não fornecido. Digite o CNPJ da empresa para continuar.',
  connection: 'Erro na conexão com o servidor. Tente novamente mais tarde.',
  unknownCnpj:
    'Empresa não encontrada. Verifique se o CNPJ está correto ou solicite que a empresa se cadastre no sistema.',
  withoutId: 'Empresa não encontrada. Verifique o CNPJ digitado ou entre em contato com a empresa.',
  failed: 'Erro ao verificar empresa. Tente novamente.'
} as const

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
