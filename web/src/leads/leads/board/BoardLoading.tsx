import Skeleton from '@mui/material/Skeleton'
import { stepsNow } from '../../funnels/steps.ts'
import { BoardFrame } from './boardStyle.ts'

const stepsOf = (funnel: string | undefined) => {
  const { funnels } = stepsNow()
  return (funnels.find(({ id }) => id === funnel) ?? funnels[0])?.steps ?? []
}

const cards = [0, 1, 2, 3, 4]

/** The shape of the board before its leads arrive. */
export const BoardLoading = ({ funnel }: { funnel: string | undefined }) => (
  <BoardFrame role="status" aria-label="Carregando leads">
    {stepsOf(funnel).map(({ key: status }) => (
      <div key={status} data-column={status}>
        <div className="head">
          <Skeleton width="60%" />
          <Skeleton width="40%" height={17} />
        </div>
        <div data-cards>
          {cards.map(card => (
            <div key={card} className="card">
              <Skeleton width="70%" />
              <Skeleton width="45%" />
              <Skeleton width="60%" />
            </div>
          ))}
        </div>
      </div>
    ))}
  </BoardFrame>
)
