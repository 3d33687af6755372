import { isComing } from '../../../../services/account/plans/announced/rules.ts'
import { daysText, limitText, priceText } from '../../../../services/account/plans/rules.ts'
import type { OfferedPlan } from '../../../../services/site/schema.ts'
import controls from '../parts/controls.module.css'
import { CheckIcon } from '../parts/icons.tsx'
import { Soon } from './Soon.tsx'
import styles from './start.module.css'

/** The plans as the installation offers them now. */
export const Plans = ({ plans, days }: { plans: OfferedPlan[]; days: number }) => (
  <section className={styles.section} id="planos" aria-labelledby="planos-titulo">
    <div className={styles.heading}>
      <h2 id="planos-titulo">Um preço por empresa, por mês</h2>
      <p>Todos os planos começam com {daysText(days)} de teste grátis.</p>
    </div>
    <ul className={styles.plans}>
      {plans.map(plan => (
        <li key={plan.key} className={plan.popular ? styles.popular : undefined}>
          {plan.popular && <span className={styles.badge}>Mais popular</span>}
          <h3>{plan.name}</h3>
          <p className={styles.about}>{plan.description}</p>
          <p className={styles.price}>
            <b>{priceText(plan.priceCents)}</b>
            <span>por mês</span>
          </p>
          <a
            className={`${controls.button} ${plan.popular ? controls.primary : controls.secondary}`}
            href={`/signup?plan=${plan.key}`}
            aria-label={`Testar grátis o plano ${plan.name}`}
          >
            Testar grátis
          </a>
          <ul className={styles.gets}>
            <li>
              <CheckIcon />
              {limitText(plan.leadsPerMonth, 'lead', 'leads')}
              {plan.leadsPerMonth !== null && ' por mês'}
            </li>
            <li>
              <CheckIcon />
              {limitText(plan.users, 'usuário', 'usuários')}
            </li>
            <li>
              <CheckIcon />
              {limitText(plan.mailsPerDay, 'e-mail', 'e-mails')} por dia
            </li>
            {plan.features.map(feature => (
              <li key={feature}>
                <CheckIcon />
                <span>
                  {feature}
                  {isComing(feature) && <Soon />}
                </span>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  </section>
)
