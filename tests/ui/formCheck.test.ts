import { Type } from '@sinclair/typebox'
import { expect, test } from 'vitest'
import { Email, Nullable } from '../../services/core/schema.ts'
import { refusals } from '../../web/src/ui/formCheck.ts'

const required = 'Este campo é obrigatório'
const Body = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 2, maxLength: 4 })),
    email: Type.Optional(Nullable(Email)),
    shortcut: Type.Optional(Type.String({ pattern: '^[\\p{L}\\d_-]+$' })),
    count: Type.Optional(Nullable(Type.Integer({ minimum: 5 }))),
    steps: Type.Optional(Type.Array(Type.Object({ hours: Type.Integer() }), { minItems: 1 }))
  },
  { additionalProperties: false }
)

test.each<[body: object, found: object]>([
  [{}, {}],
  [
    { name: '', email: '' },
    { name: required, email: required }
  ],
  [{ name: 'a' }, { name: 'Use pelo menos 2 caracteres.' }],
  [{ email: null, count: null }, {}],
  [{ email: 'ada' }, { email: 'Email inválido' }],
  [{ shortcut: 'promoção' }, {}],
  [{ shortcut: 'a b' }, { shortcut: 'O valor está em um formato inválido.' }],
  [{ count: 'cinco' }, { count: 'Digite um número inteiro.' }],
  [{ count: 3 }, { count: 'Use um número a partir de 5.' }],
  [{ steps: [] }, { steps: 'Escolha pelo menos um.' }],
  [{ steps: [{ hours: 1 }, { hours: 'x' }] }, { 'steps.1.hours': 'Digite um número inteiro.' }],
  [{ other: 1 }, { other: 'Este campo não é aceito.' }]
])('a form finds in %j what the API would', (body, found) => {
  expect(refusals(Body, body)).toEqual(found)
})
