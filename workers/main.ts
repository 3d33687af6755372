import { reportToSupervisor } from '../services/core/runtime.ts'

// The worker. It speaks to its supervisor before it loads anything else.
const report = reportToSupervisor()
report('carrega')
const { work } = await import('./run.ts')
await work(report)
