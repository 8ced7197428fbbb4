import { signaturePlacesText } from '#shared/text/app-sidebar.ts'
import { signatureListText as text } from '#shared/text/app-signature-request.ts'
import { Button } from '../../design/button.tsx'
import { Notice } from '../../design/notice.tsx'
import { Sign } from '../../design/sign.tsx'
import { useQuery } from '../../replica/use-replica.ts'
import { openRoute } from '../../ui-state/route.ts'

/** Unsent requests, above the sent ones: first those that only the user can decide about. */
export function OpenNotice() {
  const rows = useQuery('signature-requests.list', {}).data?.rows ?? []
  const doubt = rows.filter(({ state }) => state === 'uncertain').length
  if (rows.length === 0) return null
  return (
    <div className="firmas__open">
      <Notice
        role="note"
        tone={doubt > 0 ? 'warn' : 'neutral'}
        icon={<Sign kind={doubt > 0 ? 'unknown' : 'none'} />}
        actions={
          <Button size="low" onClick={() => openRoute({ view: 'signature-requests' })}>
            {text.seeOpen}
          </Button>
        }
      >
        <p>{doubt > 0 ? signaturePlacesText.doubt(doubt) : text.openOnes(rows.length)}</p>
      </Notice>
    </div>
  )
}
