import { Pin } from 'lucide-react'
import type { Annotations } from '#shared/bridge/cases.ts'
import { procedureText as own } from '#shared/text/procedure.ts'
import { stateMeaning } from '#shared/text/resources.ts'
import { Icon } from '../../design/icon.tsx'
import { Notice } from '../../design/notice.tsx'
import { StateGlyph } from '../../design/state-glyph.tsx'
import { RefreshLine } from '../resources/resource-frame.tsx'
import type { ResourcePageProps } from '../resources/use-resource.ts'
import { AdoptNotice } from '../wizard/adopt-notice.tsx'

export interface ProcedureNowProps extends ResourcePageProps {
  now: number
  annotations: Annotations | undefined
  /** It is stopped, and waits for others only. */
  waitsForOthers: boolean
}

/** Meaning of the present state, and age of the data on screen. */
export function ProcedureNow({ view, resource, now, annotations, waitsForOthers }: ProcedureNowProps) {
  const { status, statusDescription = '', id } = view
  return (
    <div className="procedure__now">
      {status === 'CANCELLED' ? (
        <Notice role="note" icon={<StateGlyph state="CANCELLED" />}>
          <p>
            <b>{own.cancelled}</b>{' '}
            {statusDescription.trim() === '' ? own.noReason : `${own.reason} ${statusDescription}`}
          </p>
        </Notice>
      ) : (
        <p className="procedure__meaning">
          {stateMeaning('procedure', status, statusDescription, waitsForOthers)}
        </p>
      )}
      {status === 'DRAFT' && <AdoptNotice id={id} />}
      <RefreshLine view={view} resource={resource} now={now}>
        {annotations?.pinned && (
          <span className="procedure__pinned small second">
            <Icon of={Pin} />
            {own.pinnedWhy(annotations.pinnedWhy)}
          </span>
        )}
      </RefreshLine>
    </div>
  )
}
