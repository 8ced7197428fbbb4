import { KeyRound } from 'lucide-react'
import type { KeychainState } from '#shared/bridge/accounts.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { keychainText as text } from '#shared/text/accounts.ts'
import { BusyIcon, Icon } from '../../design/icon.tsx'
import { Button } from '../../design/button.tsx'
import { FailedNotice } from '../frame/task-notice.tsx'
import { KeychainCare, caseOf, keychainWords } from './keychain-care.tsx'

export interface KeychainCardProps {
  keychain: KeychainState
  /** Error of the request itself. */
  failed: AppError | undefined
  onAsk: () => void
}

/** Card over the accounts in Ajustes: reason why their keys cannot be used now. */
export function KeychainCard({ keychain, failed, onAsk }: KeychainCardProps) {
  const which = caseOf(keychain)
  if (which === 'unasked') return <AskingCard failed={failed} onAsk={onAsk} />
  const words = keychainWords[which]
  return (
    <section className="keychain-card" aria-label={words.title}>
      <Icon of={KeyRound} />
      <div>
        <h3>{words.title}</h3>
        <p className="small second">{words.body}</p>
        <KeychainCare key={which} keychain={keychain} />
      </div>
    </section>
  )
}

/** Not an error: the prompt is the system's, and the user answers it there. */
function AskingCard({ failed, onAsk }: Omit<KeychainCardProps, 'keychain'>) {
  const title = failed ? text.unaskedFailed : text.unaskedTitle
  return (
    <section
      className={failed ? 'keychain-card' : 'keychain-card keychain-card--asking'}
      aria-label={title}
      aria-busy={!failed}
    >
      {failed ? <Icon of={KeyRound} /> : <BusyIcon />}
      <div role="status">
        <h3>{title}</h3>
        {failed ? (
          <>
            <FailedNotice error={failed} />
            <div className="keychain-care__actions">
              <Button onClick={onAsk}>{text.retry}</Button>
            </div>
          </>
        ) : (
          <p className="small second">{text.unaskedBody}</p>
        )}
      </div>
    </section>
  )
}
