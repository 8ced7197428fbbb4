import { useRef, useState } from 'react'
import type { RelaySlice } from '#shared/bridge/relay.ts'
import { MAX_BASE_ADDRESS, readBaseAddress } from '#shared/domain/service-address.ts'
import { pairAddressProblems, pairErrors, pairText as text } from '#shared/text/relay-pairing.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { relayText } from '#shared/text/relay.ts'
import { Button, CommitButton } from '../../design/button.tsx'
import { Field, useFirstInvalid } from '../../design/fields.tsx'
import { FormDialog, TitledDialog, ThreeWords } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { FixedNote, useFixed } from '../../app/managed.tsx'
import { useOnce } from '../../replica/use-once.ts'
import { showToast } from '../../app/toasts.ts'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'

const CODE_LENGTH = 8
const MAX_NAME = 60

/** Tells a complete code from a partial one. The core validates the code and accepts any spelling. */
const isCode = (typed: string) => typed.replace(/[^\p{L}\p{N}]/gu, '').length === CODE_LENGTH

interface Typed {
  address: string
  name: string
}

/** Pairs this PC: first a form, then three words to compare with those of the other screen. */
export function PairDialog({ relay, onClose }: { relay: RelaySlice; onClose: () => void }) {
  const { bridge } = useClient()
  const [typed, setTyped] = useState<Typed>({ address: useSlice('managed')?.relay ?? '', name: '' })
  const { pairing } = relay
  const cancel = () => void bridge.call('relay.cancel-pairing', {})
  if (pairing?.state === 'waiting') return <WaitingDialog pairing={pairing} onClose={onClose} />
  const close = () => {
    // The user has read the failure, so it is cleared.
    if (pairing?.state === 'failed') cancel()
    onClose()
  }
  return <PairForm pairing={pairing} typed={typed} onType={setTyped} onDismiss={cancel} onClose={close} />
}

interface PairFormProps {
  pairing: RelaySlice['pairing']
  typed: Typed
  onType: (typed: Typed) => void
  /** Dismisses the failure of the last attempt. */
  onDismiss: () => void
  onClose: () => void
}

function PairForm({ pairing, typed, onType, onDismiss, onClose }: PairFormProps) {
  const { bridge } = useClient()
  const form = useRef<HTMLFormElement>(null)
  /** The code admits a PC to the office. It stays in the DOM field and never enters the state. */
  const code = useRef<HTMLInputElement>(null)
  const [strict, setStrict] = useState(false)
  const [codeWrong, setCodeWrong] = useState(false)
  const { task, run, forget } = useOnce<'pair'>()
  const fixed = useFixed('relay.address')
  const focusFirstInvalid = useFirstInvalid(form)
  const address = readBaseAddress(typed.address)
  const name = typed.name.trim()
  const busy = task.state === 'busy' || pairing?.state === 'asking'
  const failed =
    task.state === 'failed' ? task.error : pairing?.state === 'failed' ? pairing.error : undefined

  const edit = (change: Partial<Typed>) => {
    onType({ ...typed, ...change })
    forget()
    if (pairing?.state === 'failed') onDismiss()
  }
  const submit = async () => {
    if (busy) return
    const given = code.current?.value ?? ''
    setStrict(true)
    setCodeWrong(!isCode(given))
    if (!address.ok || !isCode(given) || name === '') return focusFirstInvalid()
    await run('pair', () => bridge.call('relay.pair', { address: address.url, code: given, name }))
  }
  return (
    <FormDialog
      title={text.title}
      form={form}
      describedBy="relay-pair-body"
      cancel={relayText.cancel}
      submit={text.submit}
      disabled={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="second" id="relay-pair-body">
        {text.body}
      </p>
      <Field
        label={text.address}
        value={typed.address}
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={MAX_BASE_ADDRESS * 2}
        placeholder={text.addressPlaceholder}
        readOnly={fixed}
        help={fixed ? <FixedNote /> : text.addressHelp}
        error={strict && !address.ok ? pairAddressProblems[address.problem] : undefined}
        onChange={(event) => edit({ address: event.target.value })}
      />
      <Field
        ref={code}
        label={text.code}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={32}
        help={text.codeHelp}
        error={codeWrong ? text.codeWrong : undefined}
        onInput={() => {
          setCodeWrong(false)
          edit({})
        }}
      />
      <Field
        label={text.name}
        value={typed.name}
        maxLength={MAX_NAME}
        help={text.nameHelp}
        error={strict && name === '' ? text.nameMissing : undefined}
        onChange={(event) => edit({ name: event.target.value })}
      />
      {busy && <BusyLine words={text.asking} />}
      {!busy && failed && <FailedNotice error={failed} texts={pairErrors} />}
    </FormDialog>
  )
}

interface WaitingDialogProps {
  pairing: NonNullable<RelaySlice['pairing']>
  onClose: () => void
}

/** Esc closes the dialog, and the pairing goes on. The section shows the pairing, and can open the words again. */
function WaitingDialog({ pairing: { words = [], isCompared = false }, onClose }: WaitingDialogProps) {
  const { bridge } = useClient()
  const { task, run } = useOnce<'confirm'>()
  const isDone = isCompared || task.state === 'busy'
  const stop = async () => {
    // Close first: the slice changes before the answer arrives, and the form would flash.
    onClose()
    const answer = await bridge.call('relay.cancel-pairing', {})
    if (answer.ok) showToast(text.stopped)
    else showToast(errorTexts[answer.error.code].title, 'failed')
  }
  return (
    <TitledDialog
      title={text.compare}
      describedBy="relay-compare-body"
      dismissable={false}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => void stop()}>{text.stop}</Button>
          <CommitButton
            meaning={words.join(' ')}
            disabled={isDone}
            onClick={() => void run('confirm', () => bridge.call('relay.confirm-words', {}))}
          >
            {text.same}
          </CommitButton>
        </>
      }
    >
      <ThreeWords words={words} />
      <p className="second" id="relay-compare-body">
        {text.compareBody}
      </p>
      {isCompared && <BusyLine words={text.waiting} />}
      {task.state === 'failed' && <FailedNotice error={task.error} texts={pairErrors} />}
    </TitledDialog>
  )
}
