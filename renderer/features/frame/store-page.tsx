import { useState } from 'react'
import { LockKeyhole } from 'lucide-react'
import type { View } from '#shared/bridge/routes.ts'
import type { StoreState } from '#shared/bridge/slices.ts'
import { viewTitles } from '#shared/text/app.ts'
import { storeText as text, accountsText } from '#shared/text/accounts.ts'
import { updatesText } from '#shared/text/about.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { Button } from '../../design/button.tsx'
import { Calm } from '../../design/layout.tsx'
import { ConfirmDialog } from '../../design/dialogs.tsx'
import { useClient } from '../../replica/client.ts'
import { useSlice } from '../../replica/use-replica.ts'
import { openSettings } from '../../ui-state/settings-state.ts'
import { sayFailed } from '../../ui-state/say-failed.ts'
import { showToast } from '../../ui-state/toasts.ts'
import { ReplaceKeyDialog } from '../accounts/replace-key-dialog.tsx'
import { Page } from './page.tsx'

/** The data of this PC cannot be opened. Nothing is changed without confirmation. */
export function StorePage({ store, view }: { store: StoreState; view: View }) {
  const { bridge } = useClient()
  const [confirming, setConfirming] = useState(false)
  const [pasting, setPasting] = useState(false)
  const id = useSlice('profile')?.id
  const account = useSlice('accounts')?.find((one) => one.id === id)
  // The account's key is missing: the user can paste it again.
  const missing = store.error?.code === 'key-missing'
  // Its data are whole: only this version is too old for them.
  const isNewer = store.error?.code === 'store-newer'
  const words = errorTexts[store.error?.code ?? (store.state === 'locked' ? 'store-locked' : 'store-failed')]

  const setAside = async () => {
    setConfirming(false)
    const answer = await bridge.call('store.set-aside', {})
    showToast(
      answer.ok ? text.setAsideDone : errorTexts[answer.error.code].title,
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
              {text.retry}
            </Button>
            {missing && account && <Button onClick={() => setPasting(true)}>{accountsText.pasteThe}</Button>}
            {!isNewer && (
              <Button tone={missing ? 'plain' : 'default'} onClick={() => setConfirming(true)}>
                {text.setAside}
              </Button>
            )}
          </>
        }
      >
        <p>{words.advice}</p>
        <dl className="facts">
          <dt>{text.directory}</dt>
          <dd>{store.directory}</dd>
        </dl>
        {store.error?.detail && !isNewer && <p className="quote">{store.error.detail}</p>}
      </Calm>
      {pasting && account && <ReplaceKeyDialog account={account} onClose={() => setPasting(false)} />}
      {confirming && (
        <ConfirmDialog
          title={text.confirmTitle}
          body={text.confirmBody}
          keep={text.confirmKeep}
          submit={text.setAside}
          onSubmit={() => void setAside()}
          onClose={() => setConfirming(false)}
        />
      )}
    </Page>
  )
}
