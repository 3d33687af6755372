import { readFileSync } from 'node:fs'
import { configureOrExit } from './core/config.ts'
import { openDb } from './core/db.ts'
import { declareFeatures } from './declare.ts'
import { keepErasures, replayErasures } from './privacy/privacy/replay.ts'

// `npm run erasures -- keep > file` beside each backup, `npm run erasures -- replay < file` after a restore.
declareFeatures()
const config = configureOrExit(process.env)
const command = process.argv[2]
const db = openDb({ ...config.database, name: 'prosa erasures', max: 2 })
try {
  if (command === 'keep') console.log(JSON.stringify(await keepErasures(db)))
  else if (command === 'replay') {
    const { erased, left } = await replayErasures(db, config, JSON.parse(readFileSync(0, 'utf8')))
    console.log(`leads erased again: ${erased}`)
    for (const each of left) console.error(`not erased: ${each}`)
    if (left.length > 0) process.exitCode = 1
  } else {
    console.error('say `keep`, which writes to the standard output, or `replay`, which reads from the standard input')
    process.exitCode = 1
  }
} finally {
  await db.close()
}
