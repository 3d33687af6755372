import { expect, test } from 'vitest'
import { HttpError } from '../../../web/src/core/http.ts'
import { checkLogin, checkNewPassword, checkSignup, passwordStrength } from '../../../web/src/site/account/checks.ts'
import { loginProblem, sessionProblem, signupProblem } from '../../../web/src/site/account/problems.ts'

test.each([
  [new HttpError(0, '', {}, true), 'O servidor está demorando para responder. Por favor, tente novamente mais tarde.'],
  [new HttpError(429, ''), 'Muitas tentativas de login. Por favor, aguarde alguns minutos antes de tentar novamente.'],
  [new HttpError(401, ''), 'E-mail ou senha incorretos. Por favor, verifique suas credenciais.'],
  [new HttpError(403, ''), 'E-mail ou senha incorretos. Por favor, verifique suas credenciais.'],
  [
    new HttpError(503, ''),
    'Erro interno do servidor. Nossa equipe foi notificada e estamos trabalhando para resolver.'
  ],
  [new HttpError(400, ''), 'Erro ao fazer login. Tente novamente.'],
  [new Error('x'), 'Erro ao fazer login. Tente novamente.']
])('a sign-in that fails says why: %s', (error, message) => {
  expect(loginProblem(error)).toBe(message)
})

test.each([
  [new HttpError(0, '', {}, true), 'Tempo limite excedido. Por favor, tente novamente mais tarde.'],
  [new HttpError(0, 'Sem conexão'), 'Sem conexão'],
  [new HttpError(429, 'x'), 'Muitas tentativas de login. Por favor, aguarde alguns minutos antes de tentar novamente.'],
  [new HttpError(401, 'x', { message: 'Conta bloqueada' }), 'Conta bloqueada'],
  [new HttpError(401, 'x'), 'Credenciais inválidas'],
  [new HttpError(502, 'Ocorreu um erro'), 'Ocorreu um erro']
])('the toast of a sign-in that fails says what came back: %s', (error, message) => {
  expect(sessionProblem(error)).toBe(message)
})

test('a signup that fails says what the server says, else that it failed', () => {
  expect(signupProblem(new HttpError(409, 'x', { message: 'CNPJ já cadastrado' }))).toBe('CNPJ já cadastrado')
  expect(signupProblem(new HttpError(500, 'x'))).toBe('Erro ao criar conta')
  expect(signupProblem(new HttpError(0, 'Sem conexão'))).toBe('Sem conexão')
})

test.each([
  ['email', '', 'Este campo é obrigatório'],
  ['email', 'ana', 'Email inválido'],
  ['email', 'ana@exemplo.com.br', undefined],
  ['password', '', 'Este campo é obrigatório'],
  ['password', '1', undefined]
])('sign-in: %s "%s" says %s', (name, value, message) => {
  expect(checkLogin(name, value)).toBe(message)
})

test.each([
  ['name', ' ', 'Este campo é obrigatório'],
  ['password', '1234567', 'Use de 8 a 128 caracteres.'],
  ['phone', '', undefined],
  ['cnpj', '', undefined],
  ['cnpj', '12.345.678/0001-99', 'CNPJ inválido. Digite um CNPJ válido com 14 dígitos.'],
  ['cnpj', '12.ABC.345/01DE-35', undefined]
])('signup: %s "%s" says %s', (name, value, message) => {
  expect(checkSignup(name, value)).toBe(message)
})

test.each([
  ['curta', 'Use de 8 a 128 caracteres.'],
  ['aaaaaaaaaaaa', 'Senha fraca: misture letras, números e símbolos.'],
  ['abcdefgh', 'Senha fraca: misture letras, números e símbolos.'],
  ['cavalo42', 'Senha razoável: quanto mais longa, melhor.'],
  ['Cavalo-Azul-42', 'Senha forte.']
])('the password %s is judged: %s', (password, words) => {
  expect(passwordStrength(password)).toBe(words)
})

test.each([
  ['password', '', 'Este campo é obrigatório'],
  ['password', '1234567', 'Use de 8 a 128 caracteres.'],
  ['password', 'uma senha boa', undefined],
  ['again', '', 'Este campo é obrigatório'],
  ['again', 'x', undefined]
])('a new password: %s "%s" says %s', (name, value, message) => {
  expect(checkNewPassword(name, value)).toBe(message)
})
