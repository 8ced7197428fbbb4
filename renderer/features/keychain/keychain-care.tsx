import { KeyRound } from 'lucide-react'
import { useState, type FormEvent, useRef } from 'react'
import type { KeychainState } from '#shared/bridge/accounts.ts'
import type { AppError } from '#shared/bridge/result.ts'
import { keychainText as text } from '#shared/text/accounts.ts'
import { attentionText } from '#shared/text/frame.ts'
import { isPassphraseLongEnough } from '#shared/domain/typed-secrets.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { BusyIcon, Icon } from '../../design/icon.tsx'
import { Button } from '../../design/button.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { Field } from '../../design/fields.tsx'
import { showToast } from '../../app/toasts.ts'
import { FailedNotice, BusyLine } from '../../app/task-notice.tsx'
import '../../app/frame.css'

interface KeychainCardProps {
  keychain: KeychainState
  /** Error of the request to open the keychain. The state of the keychain is in `keychain`. */
  failed: AppError | undefined
  onAsk: () => void
}

/** Card above the accounts in Ajustes. It gives the reason why their keys cannot be used now. */
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

/** Notice while the system shows its own prompt. This is not an error: the user answers the prompt there. */
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

type Case = 'unasked' | 'absent' | 'memory' | 'locked' | 'sealed' | 'damaged' | 'unavailable'

/** Returns the case of the keychain. Only the case decides which remedies are shown. */
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
  memory: { title: attentionText.memory, body: attentionText.memoryBody },
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
          {text.forSupport} <span className="breakable">{keychain.detail}</span>
        </p>
      )}
    </div>
  )
}

/**
 * Form for a new passphrase, typed twice, or for the one that unlocks the file. The passphrase stays in the inputs,
 * never in React's state.
 */
function PassphraseForm({ create, onCancel }: { create: boolean; onCancel?: () => void }) {
  const { bridge } = useClient()
  const first = useRef<HTMLInputElement>(null)
  const second = useRef<HTMLInputElement>(null)
  const [shown, setShown] = useState(false)
  const [problem, setProblem] = useState<'short' | 'different' | null>(null)
  const { task, run, forget } = useOnce<'open'>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const passphrase = first.current?.value ?? ''
    const found =
      create && !isPassphraseLongEnough(passphrase)
        ? 'short'
        : create && passphrase !== second.current?.value
          ? 'different'
          : null
    setProblem(found)
    if (found) return (found === 'short' ? first : second).current?.focus()
    const done = await run('open', async () => {
      const answer = await bridge.call('keychain.unlock', { passphrase })
      // Announced here, because unlocking unmounts this form.
      if (answer.ok && create) showToast(text.done)
      return answer
    })
    if (!done) first.current?.select()
  }
  const edit = () => {
    setProblem(null)
    forget()
  }
  const wrong = task.state === 'failed' && task.error.code === 'passphrase-wrong' ? task.error : null
  // This button comes after the last field, so that Tab goes from the passphrase to its repetition.
  const show = (
    <Button size="low" aria-pressed={shown} onClick={() => setShown(!shown)}>
      {shown ? text.hide : text.show}
    </Button>
  )
  const kind = shown ? 'text' : 'password'
  return (
    <form className="passphrase" noValidate onSubmit={(event) => void submit(event)}>
      <Field
        ref={first}
        label={create ? text.newPassphrase : text.passphrase}
        type={kind}
        spellCheck={false}
        maxLength={1024}
        help={create ? text.newPassphraseHelp : ''}
        error={
          problem === 'short'
            ? errorTexts['passphrase-short'].title
            : wrong
              ? `${errorTexts[wrong.code].title} ${errorTexts[wrong.code].advice}`
              : undefined
        }
        onInput={edit}
        end={!create && show}
      />
      {create && (
        <Field
          ref={second}
          label={text.repeat}
          type={kind}
          spellCheck={false}
          maxLength={1024}
          help=""
          error={problem === 'different' ? text.different : undefined}
          onInput={edit}
          end={show}
        />
      )}
      {task.state === 'failed' && !wrong && <FailedNotice error={task.error} />}
      <div className="passphrase__actions">
        <Button type="submit" tone="primary" disabled={task.state === 'busy'}>
          {create ? text.create : text.open}
        </Button>
        {onCancel && (
          <Button tone="plain" onClick={onCancel}>
            {text.cancel}
          </Button>
        )}
        {/* The busy line is beside the buttons, so that the buttons stay where they were pressed. */}
        {task.state === 'busy' && <BusyLine words={text.opening} />}
      </div>
    </form>
  )
}
