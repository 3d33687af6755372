import Skeleton from '@mui/material/Skeleton'
import { leadStatuses } from '../../../../../services/leads/leads/rules.ts'
import { BoardFrame } from './boardStyle.ts'

const cards = [0, 1, 2, 3, 4]

/** The shape of the board before its leads arrive. */
export const BoardLoading = () => (
  <BoardFrame role="status" aria-label="Carregando leads">
    {leadStatuses.map(status => (
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
