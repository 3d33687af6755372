import { reportToSupervisor } from './core/runtime.ts'

// The API. It speaks to its supervisor before it loads anything else.
const report = reportToSupervisor()
report('carrega')
const { serve } = await import('./serve.ts')
await serve(report)
