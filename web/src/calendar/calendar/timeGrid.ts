import { memoize, type ViewProps } from '@fullcalendar/react/protected-api'
import timeGridPlugin from '@fullcalendar/react/timegrid'
import type { ComponentClass } from 'react'

type Ranges = { slotRange: object; activeRange: object }

const { timeGrid } = timeGridPlugin.views as { timeGrid: { component: ComponentClass<ViewProps> } }

/**
 * FullCalendar 7.1.4 means to keep the columns of its days from drawing to drawing, but compares an object that it
 * creates on each render (`buildDayCols` in the time grid's `render`). All entries then seem to have changed, and each
 * quarter of an hour over which one is dragged draws them all. Here what that object holds is compared.
 */
class SteadyTimeGrid extends timeGrid.component {
  declare buildDayCols: (days: object, dateEnv: object, ranges: Ranges) => object[]

  constructor(props: ViewProps) {
    super(props)
    const build = this.buildDayCols
    const buildOnce = memoize((days: object, dateEnv: object, slotRange: object, activeRange: object) =>
      build(days, dateEnv, { slotRange, activeRange })
    )
    this.buildDayCols = (days, dateEnv, { slotRange, activeRange }) => buildOnce(days, dateEnv, slotRange, activeRange)
  }
}

/** The views of days and hours. */
export default {
  ...timeGridPlugin,
  views: { ...timeGridPlugin.views, timeGrid: { ...timeGrid, component: SteadyTimeGrid } }
}
