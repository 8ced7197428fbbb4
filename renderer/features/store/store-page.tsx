import { useState, type FormEvent, useRef } from 'react'
import { LockKeyhole, DatabaseZap } from 'lucide-react'
import type { View } from '#shared/bridge/routes.ts'
import type { StoreState, LostStore } from '#shared/bridge/slices.ts'
import { viewTitles } from '#shared/text/app.ts'
import { storeText, accountsText, lostText } from '#shared/text/accounts.ts'
import { updatesText } from '#shared/text/about.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { copyText } from '#shared/text/backup.ts'
import { atMoment, moment } from '#shared/text/dates.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/layout.tsx'
import { ConfirmDialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { useSlice, useQuery } from '../../replica/use-replica.ts'
import { openSettings } from '../../app/settings-state.ts'
import { sayFailed } from '../../app/say-failed.ts'
import { showToast } from '../../app/toasts.ts'
import { useOnce } from '../../replica/use-once.ts'
import { SelectField } from '../../design/fields.tsx'
import { ReplaceKeyDialog } from '../accounts/feature.ts'
import { SecretField } from '../../design/secret-field.tsx'
import { Page } from '../../app/page.tsx'
import { BusyLine, FailedNotice } from '../../app/task-notice.tsx'

/** Shown if the data of this PC cannot be opened. Nothing changes without confirmation. */
export function StorePage({ store, view }: { store: StoreState; view: View }) {
  const { bridge } = useClient()
  const [confirming, setConfirming] = useState(false)
  const [pasting, setPasting] = useState(false)
  const id = useSlice('profile')?.id
  const account = useSlice('accounts')?.find((one) => one.id === id)
  // The account's key is missing: the user can paste it again.
  const missing = store.error?.code === 'key-missing'
  // The data are intact, but need a newer version of the program.
  const isNewer = store.error?.code === 'store-newer'
  const words = errorTexts[store.error?.code ?? (store.state === 'locked' ? 'store-locked' : 'store-failed')]

  const setAside = async () => {
    setConfirming(false)
    const answer = await bridge.call('store.set-aside', {})
    showToast(
      answer.ok ? storeText.setAsideDone : errorTexts[answer.error.code].title,
      answer.ok ? 'done' : 'failed',
    )
  }
  const retry = async () => {
    const answer = await bridge.call('store.retry', {})
    if (!answer.ok) sayFailed(answer.error)
  }

  return (
    <Page title={viewTitles[view]}>
      <Calm
        icon={LockKeyhole}
        title={words.title}
        role="alert"
        actions={
          <>
            {isNewer && (
              <Button tone="primary" onClick={() => openSettings('updates')}>
                {updatesText.see}
              </Button>
            )}
            <Button tone={isNewer ? 'default' : 'primary'} onClick={() => void retry()}>
              {storeText.retry}
            </Button>
            {missing && account && <Button onClick={() => setPasting(true)}>{accountsText.pasteThe}</Button>}
            {!isNewer && (
              <Button tone={missing ? 'plain' : 'default'} onClick={() => setConfirming(true)}>
                {storeText.setAside}
              </Button>
            )}
          </>
        }
      >
        <p>{words.advice}</p>
        <dl className="facts">
          <dt>{storeText.directory}</dt>
          <dd>{store.directory}</dd>
        </dl>
        {store.error?.detail && !isNewer && <p className="quote">{store.error.detail}</p>}
      </Calm>
      {pasting && account && <ReplaceKeyDialog account={account} onClose={() => setPasting(false)} />}
      {confirming && (
        <ConfirmDialog
          title={storeText.confirmTitle}
          body={storeText.confirmBody}
          keep={storeText.confirmKeep}
          submit={storeText.setAside}
          onSubmit={() => void setAside()}
          onClose={() => setConfirming(false)}
        />
      )}
    </Page>
  )
}

const DAY_MS = 86_400_000

type Step = 'restore' | 'retry' | 'accept' | 'anew'

/** Shown if this account's data are lost, or older than before. Nothing starts without confirmation. */
export function LostPage({ store, lost, view }: { store: StoreState; lost: LostStore; view: View }) {
  const { bridge, now } = useClient()
  const passphrase = useRef<HTMLInputElement>(null)
  const [confirming, setConfirming] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const { task, run, forget } = useOnce<Step>()
  const { data: found } = useQuery('store.copies', {})
  const [chosen, setChosen] = useState<string | null>(null)
  const copies = found?.copies ?? []
  const suggested = copies.find(({ name }) => name === found?.suggested)
  const copy = copies.find(({ name }) => name === chosen) ?? suggested
  const busy = task.state === 'busy'
  const isWrong = task.state === 'failed' && task.error.code === 'passphrase-wrong'
  // The passphrase in the keychain may belong to another copy.
  const asks = found && (!found.hasPassphrase || isWrong)
  const older = lost.why === 'shorter'
  const larger = copies.find(({ holdsMore }) => holdsMore)
  const note =
    copy && suggested && copy.at < suggested.at
      ? lostText.olderCopy(Math.floor((suggested.at - copy.at) / DAY_MS))
      : larger && lostText.largerCopy(moment(larger.at, now()))

  const restore = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !copy) return
    const typed = passphrase.current?.value ?? ''
    setMissing(Boolean(asks) && typed === '')
    if (asks && typed === '') return passphrase.current?.focus()
    await run('restore', async () => {
      const answer = await bridge.call('store.restore', {
        name: copy.name,
        ...(typed !== '' && { passphrase: typed }),
      })
      // The toast comes from here, because the page unmounts when the store opens.
      if (answer.ok) showToast(copyText.done(answer.value), 'done')
      return answer
    })
  }
  const anew = async () => {
    setConfirming(false)
    await run('anew', async () => {
      const answer = await bridge.call('store.set-aside', {})
      if (answer.ok) openSettings('backup')
      return answer
    })
  }

  return (
    <Page title={viewTitles[view]}>
      <Calm
        icon={DatabaseZap}
        title={errorTexts['store-lost'].title}
        role="alert"
        actions={
          <>
            {copy && (
              <Button type="submit" form="restore-copy" tone="primary" disabled={busy}>
                {lostText.restore(moment(copy.at, now()))}
              </Button>
            )}
            {older && (
              <Button
                disabled={busy}
                onClick={() => void run('accept', () => bridge.call('store.accept', {}))}
              >
                {lostText.accept}
              </Button>
            )}
            <Button
              tone={copy || older ? 'default' : 'primary'}
              disabled={busy}
              onClick={() => void run('retry', () => bridge.call('store.retry', {}))}
            >
              {storeText.retry}
            </Button>
            <Button tone="plain" disabled={busy} onClick={() => setConfirming(true)}>
              {lostText.anew}
            </Button>
          </>
        }
      >
        <p>{lostText.why[lost.why]}</p>
        <p>{found ? lostText.restoreBody : found === null ? lostText.noCopy : lostText.looking}</p>
        <p>{lostText.findFile}</p>
        <dl className="facts">
          {lost.had && (
            <>
              <dt>{lostText.had}</dt>
              <dd>{lostText.hadWhat(lost.had, atMoment(lost.had.at, now()))}</dd>
            </>
          )}
          {found && (
            <>
              <dt>{lostText.copies}</dt>
              <dd>{found.folder}</dd>
            </>
          )}
          <dt>{storeText.directory}</dt>
          <dd>{store.directory}</dd>
        </dl>
        <form id="restore-copy" noValidate onSubmit={(event) => void restore(event)}>
          {copy && suggested && copies.length > 1 && (
            <>
              <SelectField
                label={lostText.copy}
                value={copy.name}
                options={copies.map(({ name, at, bytes }) => ({
                  value: name,
                  label: lostText.copyOf(moment(at, now()), bytes),
                }))}
                disabled={busy}
                onChange={(name) => {
                  setChosen(name)
                  forget()
                }}
              />
              {note && (
                <p className="small second" role="status">
                  {note}
                </p>
              )}
            </>
          )}
          {asks && (
            <SecretField
              input={passphrase}
              label={copyText.passphrase}
              error={
                isMissing
                  ? copyText.noPassphrase
                  : isWrong
                    ? `${errorTexts['passphrase-wrong'].title} ${errorTexts['passphrase-wrong'].advice}`
                    : undefined
              }
              onInput={() => {
                setMissing(false)
                if (isWrong) return
                forget()
              }}
            />
          )}
        </form>
        {busy && <BusyLine words={lostText.busy[task.what]} />}
        {task.state === 'failed' && !isWrong && <FailedNotice error={task.error} />}
      </Calm>
      {confirming && (
        <ConfirmDialog
          title={lostText.confirmTitle}
          body={lostText.confirmBody}
          keep={storeText.confirmKeep}
          submit={lostText.anew}
          onSubmit={() => void anew()}
          onClose={() => setConfirming(false)}
        />
      )}
    </Page>
  )
}
