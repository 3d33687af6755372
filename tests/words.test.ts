import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Node, readSource, root, sourceFiles } from './kit/sources.ts'

/** A word that the product does not use, and its replacement. Texts that the specification gives stay as they are. */
type Agreed = { never: RegExp; instead: string; fixed?: readonly string[] }

const agreed: readonly Agreed[] = [
  { never: /\bstatus\b/i, instead: 'situação' },
  {
    never: /\bemails?\b/i,
    instead: 'e-mail',
    fixed: ['Email é obrigatório.', 'Email inválido', 'Concordo em receber comunicações por email e telefone']
  },
  { never: /\bpreferid[ao]s?\b/i, instead: 'preferencial' },
  {
    never: /\blogin\b/i,
    instead: 'entrar, acesso',
    fixed: [
      'Login realizado com sucesso',
      'Erro no login',
      'Erro ao fazer login. Tente novamente.',
      'Muitas tentativas de login. Por favor, aguarde alguns minutos antes de tentar novamente.'
    ]
  },
  { never: /\bsou Lia\b/, instead: 'sou a Lia' },
  { never: /\d,? sem limite|, sem limite/, instead: 'N (sem limite)' },
  {
    never: /\b(dashboard|deletar|logar|setar|upload|download|feedback|score|pipeline|owner|tags?)\b/i,
    instead: 'painel, excluir, entrar, definir, enviar, baixar, resposta, pontuação, funil, responsável, etiqueta'
  },
  { never: /\b(por favor aguarde|clique aqui)\b/i, instead: 'o que vai acontecer, e um link que diz para onde vai' },
  { never: /\b(indicacao|formulario|situacao|historico|proximo|numero|voce|nao)\b/i, instead: 'acentos' }
]

const portuguese = /[à-öø-ÿ]|\b(de|do|da|dos|das|em|no|na|que|para|com|um|uma|por|ou)\b/i

/** Sentences and labels, as a person reads them: they begin with a capital, or have words that only Portuguese has. */
function isProse(text: string): boolean {
  if (/[{}<>=|_\\]|::|\b\w\.\w+,/.test(text) || !/[a-zà-ÿ]{2}/.test(text)) return false
  return /^\s*[“(…]?[A-ZÀ-Ý]/.test(text) || (/\s\S/.test(text) && portuguese.test(text))
}

/** English is spoken to programmers: in errors that no person reads, summaries of calls, and names of settings. */
const english = /\b(the|of|with|which|is|are|was|not|must|cannot|needs?|and|or|by|in|for|to)\b/

/** The texts of a source, each with the line where it stands. */
function* textsOf(file: string): Generator<{ text: string; where: string }> {
  const { source, nodes } = readSource(file)
  // The sources of imports, and the descriptions of the API's calls.
  const others = new Set<unknown>()
  for (const node of nodes) {
    if (/^(Import|Export)/.test(node.type)) others.add(node.source)
    if (node.type === 'Property' && (node.key as { name?: string }).name === 'summary') others.add(node.value)
    const text = textOf(node)
    if (text === undefined || others.has(node) || !isProse(text) || english.test(text)) continue
    yield { text: text.trim(), where: `${file}:${source.slice(0, node.start).split('\n').length}` }
  }
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'JSXText') return String(node.value)
  if (node.type === 'TemplateElement') return (node.value as { cooked: string }).cooked
  return undefined
}

/** The articles of the knowledge base that the steps of the database bring. */
function articles(): { text: string; where: string }[] {
  return ['0018-assistant', '0081-articles-of-the-first-steps'].flatMap(name => {
    const file = `migrations/steps/${name}.sql`
    const sql = readFileSync(path.join(root, file), 'utf8')
    const from = sql.indexOf('insert into articles')
    const values = sql.slice(from, sql.indexOf("')", from))
    return values.split('\n').map(text => ({ text, where: file }))
  })
}

function wrong({ text, where }: { text: string; where: string }): string[] {
  return agreed.flatMap(({ never, instead, fixed = [] }) => {
    const left = fixed.reduce((rest, exact) => rest.replaceAll(exact, ''), text)
    return never.test(left) ? [`${where}: “${text.slice(0, 100)}”: ${instead}`] : []
  })
}

const texts = [...sourceFiles.flatMap(file => [...textsOf(file)]), ...articles()]

test('every text of the product uses the agreed words', () => {
  expect(texts.length).toBeGreaterThan(1500)
  expect(texts.flatMap(wrong)).toEqual([])
})

test.each([
  'Status alterado',
  'Informe o email do lead',
  'Data preferida',
  'Olá! Eu sou Lia, assistente virtual.',
  'Usados: 113, sem limite',
  'Fazer login',
  'Veja o dashboard',
  'Voce nao tem leads'
])('“%s” would be found', text => {
  expect(isProse(text)).toBe(true)
  expect(wrong({ text, where: 'here' })).not.toEqual([])
})
