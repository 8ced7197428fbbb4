import { type FormEvent, useRef, useState } from 'react'
import { DatabaseZap } from 'lucide-react'
import type { LostStore, StoreState } from '#shared/bridge/slices.ts'
import type { View } from '#shared/bridge/routes.ts'
import { viewTitles } from '#shared/text/app.ts'
import { lostText as text, storeText } from '#shared/text/accounts.ts'
import { copyText } from '#shared/text/backup.ts'
import { atMoment, moment } from '#shared/text/dates.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/layout.tsx'
import { ConfirmDialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { useOnce } from '../../replica/use-once.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { openSettings } from '../../ui-state/settings-state.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { SelectField } from '../../design/fields.tsx'
import { SecretField } from '../lock/secret-field.tsx'
import { Page } from './page.tsx'
import { BusyLine, FailedNotice } from './task-notice.tsx'

const DAY_MS = 86_400_000

type Step = 'restore' | 'retry' | 'accept' | 'anew'

/** This account's data are lost, or older than they were. Nothing starts without confirmation. */
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
  // The keychain's passphrase may not be this copy's.
  const asks = found && (!found.hasPassphrase || isWrong)
  const older = lost.why === 'shorter'
  const larger = copies.find(({ holdsMore }) => holdsMore)
  const note =
    copy && suggested && copy.at < suggested.at
      ? text.olderCopy(Math.floor((suggested.at - copy.at) / DAY_MS))
      : larger && text.largerCopy(moment(larger.at, now()))

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
      // Announced from here: once the store opens, this page is unmounted.
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
                {text.restore(moment(copy.at, now()))}
              </Button>
            )}
            {older && (
              <Button
                disabled={busy}
                onClick={() => void run('accept', () => bridge.call('store.accept', {}))}
              >
                {text.accept}
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
              {text.anew}
            </Button>
          </>
        }
      >
        <p>{text.why[lost.why]}</p>
        <p>{found ? text.restoreBody : found === null ? text.noCopy : text.looking}</p>
        <p>{text.findFile}</p>
        <dl className="facts">
          {lost.had && (
            <>
              <dt>{text.had}</dt>
              <dd>{text.hadWhat(lost.had, atMoment(lost.had.at, now()))}</dd>
            </>
          )}
          {found && (
            <>
              <dt>{text.copies}</dt>
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
                label={text.copy}
                value={copy.name}
                options={copies.map(({ name, at, bytes }) => ({
                  value: name,
                  label: text.copyOf(moment(at, now()), bytes),
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
        {busy && <BusyLine words={text.busy[task.what]} />}
        {task.state === 'failed' && !isWrong && <FailedNotice error={task.error} />}
      </Calm>
      {confirming && (
        <ConfirmDialog
          title={text.confirmTitle}
          body={text.confirmBody}
          keep={storeText.confirmKeep}
          submit={text.anew}
          onSubmit={() => void anew()}
          onClose={() => setConfirming(false)}
        />
      )}
    </Page>
  )
}
