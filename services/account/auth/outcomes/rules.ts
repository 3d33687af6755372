/** How staff read the outcomes of attempts to sign in. */
export const signInLabels: Readonly<Record<string, string>> = {
  ok: 'Entrou',
  wrong: 'Senha errada',
  unknown: 'Conta desconhecida',
  throttled: 'Muitas tentativas',
  second_factor: 'Código errado',
  inactive: 'Conta inativa'
}
