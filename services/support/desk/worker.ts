import { staffAnswers } from './mailAnswers.ts'

export const mailClaims = [staffAnswers]
