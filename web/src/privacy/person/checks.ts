import { maxLength, required } from 'react-admin'
import { passwordLength } from '../../../../services/account/auth/rules.ts'
import { validEmail } from '../../../../services/core/rules.ts'
import { leadFormTexts } from '../../../../services/leads/leads/rules.ts'

export const isRequired = required(leadFormTexts.required)
export const fitsName = maxLength(200, 'Use no máximo 200 caracteres.')
export const fitsJobTitle = maxLength(100, 'Use no máximo 100 caracteres.')

export const isEmail = (value?: string) => (value && !validEmail(value.trim()) ? leadFormTexts.email : undefined)

const passwordRule = `Use de ${passwordLength.min} a ${passwordLength.max} caracteres.`

export const isPassword = (value?: string) =>
  value && (value.length < passwordLength.min || value.length > passwordLength.max) ? passwordRule : undefined

export const isSamePassword = (value: string | undefined, all: { password?: string }) =>
  value && value !== all.password ? 'As senhas não são iguais.' : undefined
