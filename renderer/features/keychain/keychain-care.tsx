import { useState } from 'react'
import type { KeychainState } from '#shared/bridge/accounts.ts'
import { bannerText } from '#shared/text/frame.ts'
import { keychainText as text } from '#shared/text/accounts.ts'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { FailedNotice } from '../frame/task-notice.tsx'
import { useOnce } from '../../replica/use-once.ts'
import { PassphraseForm } from './passphrase-form.tsx'
import './keychain.css'

type Case = 'unasked' | 'absent' | 'memory' | 'locked' | 'sealed' | 'damaged' | 'unavailable'

/** Case of the keychain, which alone decides the remedies. */
export function caseOf({ kind, state }: KeychainState): Case {
  if (state === 'unasked') return state
  if (kind === 'absent' || kind === 'memory') return kind
  if (state === 'damaged') return 'damaged'
  if (kind === 'sealed') return 'sealed'
  return state === 'unavailable' ? 'unavailable' : 'locked'
}

export const keychainWords: Record<Case, { title: string; body: string }> = {
  unasked: { title: text.unaskedTitle, body: text.unaskedBody },
  absent: { title: text.absentTitle, body: text.absentBody },
  memory: { title: bannerText.memory, body: bannerText.memoryBody },
  locked: { title: text.lockedTitle, body: text.lockedBody },
  sealed: { title: text.sealedTitle, body: text.sealedBody },
  damaged: { title: text.damagedTitle, body: text.damagedBody },
  unavailable: { title: text.unavailableTitle, body: text.unavailableBody },
}

/** Remedies for a keychain that cannot be read. Nothing is created or discarded until the user chooses. */
export function KeychainCare({ keychain }: { keychain: KeychainState }) {
  const { bridge } = useClient()
  const [creating, setCreating] = useState(false)
  const { task, run } = useOnce<'retry' | 'memory'>()
  const which = caseOf(keychain)
  const busy = task.state === 'busy'
  const retry = () => void run('retry', () => bridge.call('keychain.retry', {}))
  const useMemory = () => void run('memory', () => bridge.call('keychain.use-memory', {}))

  if (which === 'unasked') return null
  if (which === 'sealed') return <PassphraseForm create={false} />
  if (creating) return <PassphraseForm create onCancel={() => setCreating(false)} />
  return (
    <div className="keychain-care">
      {which === 'absent' || which === 'memory' ? (
        <ul className="keychain-ways">
          <li>
            <p className="small">
              <b>{text.choosePassphrase}</b>
              <span className="second">{text.choosePassphraseHelp}</span>
            </p>
            <Button tone="primary" disabled={busy} onClick={() => setCreating(true)}>
              {text.choosePassphraseAction}
            </Button>
          </li>
          {which === 'absent' && (
            <li>
              <p className="small">
                <b>{text.chooseMemory}</b>
                <span className="second">{text.chooseMemoryHelp}</span>
              </p>
              <Button disabled={busy} onClick={useMemory}>
                {text.chooseMemoryAction}
              </Button>
            </li>
          )}
        </ul>
      ) : (
        <div className="keychain-care__actions">
          <Button tone="primary" disabled={busy} onClick={retry}>
            {text.retry}
          </Button>
          {which === 'damaged' && (
            <Button disabled={busy} onClick={useMemory}>
              {text.chooseMemory}
            </Button>
          )}
        </div>
      )}
      {task.state === 'failed' && <FailedNotice error={task.error} />}
      {keychain.detail && (
        <p className="small muted">
          {text.forSupport} <span className="keychain-care__detail">{keychain.detail}</span>
        </p>
      )}
    </div>
  )
}
