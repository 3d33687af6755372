import path from 'node:path'
import { openDb } from '../../core/db.ts'
import { openDatabase } from './database.ts'
import { failureText } from './failure.ts'
import { makeBackup, noteFailure } from './make.ts'
import { sizeText } from './rules.ts'

// `npm run backup`: writes everything into one file, while Prosa runs or not.
const say = (text: string) => console.log(`prosa: ${text}`)

const dataDir = path.resolve(import.meta.dirname, '../../..', process.env.DATA_DIR ?? '.data')
const folder = path.join(dataDir, 'backups')

try {
  const { config, close } = await openDatabase(process.env, dataDir, () =>
    say('o Prosa está iniciando: o backup espera por ele')
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      console.error('prosa: backup interrompido, nada foi gravado')
      await close()
      process.exit(1)
    })
  const db = openDb({ ...config.database, name: 'prosa backup', max: 2 })
  try {
    say('fazendo o backup')
    const made = await makeBackup(db, config).catch(async error => {
      await noteFailure(db, folder, failureText(error, folder)).catch(() => {})
      throw error
    })
    say(`backup pronto e conferido (${sizeText(made.bytes)}): ${made.path}`)
  } finally {
    await db.close()
    await close()
  }
} catch (error) {
  console.error(`prosa: ${failureText(error, folder)}`)
  process.exitCode = 1
}
