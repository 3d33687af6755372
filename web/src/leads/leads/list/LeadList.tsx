import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { useStore } from 'react-admin'
import { useFeatures } from '../../../shell/features.ts'
import { PageHead } from '../../../ui/PageHead.tsx'
import { FunnelChoice } from '../../funnels/FunnelChoice.tsx'
import { useListState } from '../address.ts'
import { useLeadPage } from '../api.ts'
import { expectBoard, LeadBoard } from '../board/lazily.ts'
import { useRecentBulk } from '../bulk/recent.ts'
import { chipsOf } from '../facets/chips.ts'
import { FilterChips } from '../facets/FilterChips.tsx'
import { valuesOf, withValues } from '../filter.ts'
import { HeldLeads } from '../HeldLeads.tsx'
import { expectLead } from '../LeadPage.tsx'
import { foundText, totalText } from '../labels.ts'
import { expectPanels, FacetPanel, FacetSheet, Operations } from '../lazily.ts'
import { NoLeads } from '../NoLeads.tsx'
import { NewLeadButton } from '../new/NewLeadButton.tsx'
import { ViewTabs } from '../views/ViewTabs.tsx'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import { FilterButton } from './FilterButton.tsx'
import { LayoutToggle } from './LayoutToggle.tsx'
import { Leads } from './Leads.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { SearchBox } from './SearchBox.tsx'

const itself = (_key: unknown, value: string) => value

/** The company's leads as a table or a board: searched, filtered, sorted and paged by the server. */
export function LeadList() {
  const [state, change] = useListState()
  const phone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const [panel, setPanel] = useStore('leads.panel', window.innerWidth >= 1500)
  const [sheet, setSheet] = useState(false)
  const bulk = useRecentBulk()
  const features = useFeatures()
  const board = state.layout === 'board'
  // The board has counts of its own; the table's show whether there is any lead at all.
  const page = useLeadPage(state, !board)
  const { filter } = state
  const filtered = Object.keys(filter).length > 0
  const { total = 0, capped = false } = page.data ?? {}
  const none = !board && page.isSuccess && total === 0 && !filtered
  const aside = !board && total > 0 ? foundText(total, capped, filtered) : undefined
  const narrow = (next: typeof filter) => change({ filter: next })

  if (none)
    return (
      <>
        <PageHead
          title="Leads"
          actions={<MoreMenu filter={filter} count={0} />}
          primary={<NewLeadButton small={phone} />}
          beside
        />
        <HeldLeads />
        {bulk && <Operations />}
        <Card>
          <NoLeads />
        </Card>
      </>
    )

  return (
    <>
      <PageHead
        title="Leads"
        beside
        aside={aside}
        actions={
          <>
            <LayoutToggle
              small={phone}
              layout={state.layout}
              onChange={layout => change({ layout })}
              onIntent={expectBoard}
            />
            {!phone && !board && <ColumnsMenu />}
            <MoreMenu filter={filter} count={board || capped ? undefined : total} />
          </>
        }
        primary={<NewLeadButton small={phone} />}
      />
      <HeldLeads />
      {bulk && <Operations />}
      <Box component="search" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mb: 1.5 }}>
        <FilterButton
          count={chipsOf(filter, itself).length}
          open={phone ? sheet : panel}
          onClick={() => (phone ? setSheet(true) : setPanel(!panel))}
          onIntent={expectPanels}
        />
        <SearchBox value={filter.q ?? ''} onChange={q => narrow({ ...filter, q })} />
        {board && (
          <FunnelChoice
            funnel={valuesOf(filter, 'funnel')[0]}
            onChange={funnel => narrow(withValues(filter, 'funnel', funnel ? [funnel] : []))}
          />
        )}
        <ViewTabs state={state} onChange={change} />
      </Box>
      <FilterChips filter={filter} onChange={narrow} />
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2 }}>
        {panel && !phone && (
          <Card
            component="aside"
            aria-label="Filtros"
            sx={{
              flex: '0 0 236px',
              px: 1.75,
              py: 0.5,
              minHeight: 320,
              maxHeight: 'calc(100dvh - 210px)',
              overflowY: 'auto'
            }}
          >
            <FacetPanel filter={filter} onChange={narrow} />
          </Card>
        )}
        <Box
          onPointerOver={() => expectLead(features)}
          onFocus={() => expectLead(features)}
          sx={{ flex: '1 1 0', minWidth: 0, '--above': filtered ? '306px' : '260px' }}
        >
          {board ? (
            <LeadBoard filter={filter} phone={phone} onClear={() => narrow({})} />
          ) : (
            <Leads state={state} page={page} phone={phone} onChange={change} />
          )}
        </Box>
      </Box>
      {sheet && phone && (
        <FacetSheet
          filter={filter}
          onChange={narrow}
          sort={board ? undefined : state.sort}
          onSort={sort => change({ sort })}
          found={board ? 'Ver leads' : total === 1 ? 'Ver 1 lead' : `Ver ${totalText(total, capped)} leads`}
          onClose={() => setSheet(false)}
        />
      )}
    </>
  )
}
