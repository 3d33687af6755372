import { chatTexts } from '../../../../services/assistant/chat/rules.ts'
import styles from './chat.module.css'
import { CloseIcon } from './icons.tsx'
import { mayConfigure } from './person.ts'
import type { Trouble } from './problems.ts'

const titles: Record<Trouble['kind'], string> = {
  timeout: 'Tempo esgotado',
  configuration: chatTexts.configuration,
  inactive: 'Assistente desativado',
  other: ''
}

type Props = { trouble: Trouble; onClose: () => void; onSetKey: () => void }

/** Why there is no answer, where asking again would not help at once; and the remedy, for those who may use it. */
export function Banner({ trouble, onClose, onSetKey }: Props) {
  // To who can switch it on, an assistant that is off is a matter of configuration.
  const configuration = trouble.kind === 'configuration' || (trouble.kind === 'inactive' && mayConfigure())
  return (
    <div className={configuration ? styles.wrong : styles.late} role="alert">
      <div>
        <strong>{configuration ? titles.configuration : titles[trouble.kind]}</strong>
        <p>{trouble.text}</p>
        {configuration && mayConfigure() && (
          <div className={styles.remedies}>
            <a href="/admin/integrations">Ir para Integrações</a>
            {trouble.kind === 'configuration' && (
              <button type="button" onClick={onSetKey}>
                Configurar API agora
              </button>
            )}
          </div>
        )}
      </div>
      <button type="button" className={styles.icon} aria-label="Fechar aviso" onClick={onClose}>
        <CloseIcon />
      </button>
    </div>
  )
}
