import { Link, Plus, SearchX, Signature } from 'lucide-react'
import type { SignatureFilter } from '#shared/bridge/signature-requests.ts'
import {
  SIGNABLE_ORDER,
  signableHelp,
  signatureListText as text,
} from '#shared/text/app-signature-request.ts'
import { signatureViewNames } from '#shared/text/app-sidebar.ts'
import { signatureDocumentLabels } from '#shared/text/labels.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/calm.tsx'
import { useClient } from '../../replica/client.ts'
import { useKeyHint } from '../../shortcuts/key-hints.tsx'
import { openPanel } from '../../ui-state/panels.ts'
import { openRoute } from '../../ui-state/route.ts'
import { startSignatureRequest } from './start-signature-request.ts'

/** Shown before the first request: purpose of each document, and a button to send it. */
export function FirstSignatures() {
  const client = useClient()
  const hint = useKeyHint()
  return (
    <div className="page__aside">
      <Calm
        icon={Signature}
        title={text.emptyTitle}
        actions={
          <>
            <Button
              tone="primary"
              icon={Plus}
              data-point="new-signature"
              {...hint('signatures.new')}
              onClick={() => void startSignatureRequest(client)}
            >
              {text.newOne}
            </Button>
            <Button icon={Link} onClick={() => openPanel('add-resource')}>
              {text.add}
            </Button>
          </>
        }
      >
        <p>{text.emptyBody}</p>
        <ul className="firmas__kinds">
          {SIGNABLE_ORDER.map((document) => (
            <li key={document}>
              <button
                type="button"
                className="text-link"
                onClick={() => void startSignatureRequest(client, { document })}
              >
                {signatureDocumentLabels[document]}
              </button>
              <span className="small second">{signableHelp[document]}</span>
            </li>
          ))}
        </ul>
      </Calm>
    </div>
  )
}

export interface NoSignaturesProps {
  view: SignatureFilter['view']
  typed: string
  onClear: () => void
}

/** Shown for an empty view or search. */
export function NoSignatures({ view, typed, onClear }: NoSignaturesProps) {
  return (
    <div className="page__aside">
      <Calm
        icon={typed === '' ? Signature : SearchX}
        title={typed === '' ? text.noneTitle(signatureViewNames[view]) : text.noneFound(typed)}
        actions={
          typed === '' ? (
            <Button onClick={() => openRoute({ view: 'signatures' })}>{text.seeAll}</Button>
          ) : (
            <Button onClick={onClear}>{text.clear}</Button>
          )
        }
      >
        <p>{typed === '' ? text.noneBody : text.noneFoundBody}</p>
      </Calm>
    </div>
  )
}
