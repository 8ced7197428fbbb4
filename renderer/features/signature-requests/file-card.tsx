import { X } from 'lucide-react'
import type { ResourceView } from '#shared/bridge/inbox.ts'
import { signatureRequestFileText as text } from '#shared/text/signatures.ts'
import { stateName } from '#shared/text/resources.ts'
import { procedureName } from '#shared/text/labels.ts'
import { IconButton } from '../../design/button.tsx'
import { Plate } from '../../design/plate.tsx'
import { StateWord } from '../../design/state-glyph.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { openRoute } from '../../ui-state/route.ts'
import { wordsIn } from '#shared/domain/service-body.ts'

export interface FileCardProps {
  procedureId: string
  onRemove?: () => void
}

/** Procedure of the request: name, state, and a link. */
export function FileCard({ procedureId, onRemove }: FileCardProps) {
  const { data: view } = useQuery('changes.get', { kind: 'procedure', id: procedureId })
  const { vrm, vin } = view?.subject ?? {}
  return (
    <div
      className={onRemove ? 'file-card file-card--removable' : 'file-card'}
      data-help={view && `state:${view.status}`}
    >
      <div className="file-card__head">
        <button
          type="button"
          className="file-card__open"
          title={text.open}
          onClick={() => openRoute({ view: 'procedure', id: procedureId })}
        >
          {vrm === undefined ? (
            <span className="figures clip">{vin === undefined ? procedureId : `…${vin.slice(-6)}`}</span>
          ) : (
            <Plate vrm={vrm} size="m" />
          )}
          <span className="visually-hidden">: {text.open}</span>
        </button>
        {view && (
          <StateWord
            state={view.status}
            label={stateName('procedure', view.status, view.statusDescription)}
          />
        )}
        {onRemove && (
          <IconButton icon={X} label={text.remove} className="file-card__remove" named onClick={onRemove} />
        )}
      </div>
      {view && <p className="small second">{detailOf(view)}</p>}
    </div>
  )
}

const detailOf = ({ subject, body }: ResourceView): string =>
  [procedureName(wordsIn(body, 'type'), subject.label), wordsIn(body, 'invoiceNumber')]
    .filter(Boolean)
    .join(' · ')
