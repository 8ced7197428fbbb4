import type { MouseEvent } from 'react'
import { count } from '#shared/text/app.ts'
import { placesText as text } from '#shared/text/app-outbox.ts'
import { Sign } from '../../design/sign.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { openRoute, useRoute } from '../../ui-state/route.ts'
import './procedure-places.css'

const PLACES = [
  { view: 'procedures', path: '/expedientes', covers: ['procedures', 'procedure'] },
  { view: 'drafts', path: '/expedientes/borradores', covers: ['drafts', 'draft'] },
  { view: 'outbox', path: '/expedientes/por-enviar', covers: ['outbox'] },
] as const

/** The places under Expedientes with how much is in each: in the sidebar, and on the page where that is only icons. */
export function ProcedurePlaces({ where }: { where: 'side' | 'page' }) {
  const { view } = useRoute()
  const counts = useSlice('drafts')
  const amounts = { procedures: undefined, drafts: counts?.drafts, outbox: counts?.outbox }
  return (
    <nav className={`places places--${where}`} aria-label={text.label}>
      {PLACES.map(({ view: place, path, covers }) => (
        <a
          key={place}
          href={path}
          aria-current={(covers as readonly string[]).includes(view) ? 'page' : undefined}
          onClick={(event) => follow(event, place)}
        >
          {text[place]}
          {place === 'outbox' && counts !== null && counts.attention > 0 && (
            <span className="places__attention" title={text.attention(counts.attention)}>
              <Sign kind="unknown" />
              <span className="visually-hidden">{text.attention(counts.attention)}</span>
            </span>
          )}
          {amounts[place] !== undefined && <span className="places__count">{count(amounts[place])}</span>}
        </a>
      ))}
    </nav>
  )
}

function follow(event: MouseEvent, view: (typeof PLACES)[number]['view']) {
  // A new tab or window stays the browser's business.
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  openRoute({ view })
}
