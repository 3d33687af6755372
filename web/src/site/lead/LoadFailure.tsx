import controls from '../parts/controls.module.css'
import { Notice } from '../parts/Notice.tsx'
import { type Failure, loadProblem, passing } from './problems.ts'

/** Says why there is no form, and what can be done about it. */
export function LoadFailure({ failure, onRetry }: { failure: Failure; onRetry: () => void }) {
  const look = `${controls.button} ${controls.secondary} ${controls.wide}`
  return (
    <>
      <Notice tone="error" title="Erro">
        {loadProblem(failure)}
      </Notice>
      {passing(failure) ? (
        <button className={look} type="button" onClick={onRetry}>
          Tentar novamente
        </button>
      ) : (
        <a className={look} href="/leads/new">
          Buscar empresa pelo CNPJ
        </a>
      )}
    </>
  )
}
