import type { ReactNode } from 'react'
import { environmentText } from '#shared/text/app.ts'
import { askText as text } from '#shared/text/verdict.ts'
import { Button, CommitButton } from '../../design/button.tsx'
import { TitledDialog } from '../../design/dialogs.tsx'
import { useSlice } from '../../replica/use-replica.ts'
import { openSettings } from '../../app/settings-state.ts'
import './complete.css'

export interface PayDialogProps {
  title: string
  head?: ReactNode
  /** Content above the price. */
  notice?: ReactNode
  /** Total, in words; `null` while nothing is to be paid. */
  price: string | null
  /** Explanation of a total for several reports. */
  each?: string
  /** Content under the price. */
  details?: ReactNode
  /** Facts that are listed beside the payer. */
  facts: readonly (readonly [what: string, words: ReactNode])[]
  /** Button that costs nothing. `isBetter`: the office most likely prefers this button. */
  keep: { label: string; isBetter?: boolean; run: () => void }
  /** Button that pays; `null` while nothing can be paid for. */
  commit: { label: string; meaning: string; isBusy: boolean; run: () => void } | null
  children?: ReactNode
  onClose: () => void
}

const PRICE_WORDS = { demo: text.free, development: text.development, production: text.priceBody } as const

/** Confirmation before paying: the price, what it means in this environment, and who pays. */
export function PayDialog(props: PayDialogProps) {
  const { title, head, notice, price, each, details, facts, keep, commit, children, onClose } = props
  const profile = useSlice('profile')
  const keychain = useSlice('keychain')
  // A paid request is stored before it is sent. A session with the keychain in memory cannot store it.
  if (keychain?.kind === 'memory' && profile?.environment !== 'demo')
    return <MemoryDialog onClose={onClose} />
  const keepButton = (
    <Button data-safe {...(keep.isBetter && { tone: 'primary' as const })} onClick={keep.run}>
      {keep.label}
    </Button>
  )
  const commitButton = commit && (
    <CommitButton tone="danger" meaning={commit.meaning} disabled={commit.isBusy} onClick={commit.run}>
      {commit.label}
    </CommitButton>
  )
  return (
    <TitledDialog
      title={title}
      role="alertdialog"
      describedBy="ask-price"
      {...(head !== undefined && { head })}
      actions={
        keep.isBetter ? (
          <>
            {commitButton}
            {keepButton}
          </>
        ) : (
          <>
            {keepButton}
            {commitButton}
          </>
        )
      }
      onClose={onClose}
    >
      {notice}
      <div id="ask-price">
        {price !== null && (
          <>
            <p className="ask__price">{price}</p>
            <p className="small second">
              {[each, profile && PRICE_WORDS[profile.environment]].filter(Boolean).join(' ')}
            </p>
          </>
        )}
        {details}
      </div>
      {price !== null && (
        <dl className="facts">
          <dt>{text.pays}</dt>
          <dd>
            {profile?.name}
            {profile && profile.name !== environmentText[profile.environment].name && (
              <> · {environmentText[profile.environment].name}</>
            )}
          </dd>
          {facts.map(([what, words]) => [<dt key={what}>{what}</dt>, <dd key={`${what} `}>{words}</dd>])}
        </dl>
      )}
      {children}
    </TitledDialog>
  )
}

function MemoryDialog({ onClose }: { onClose: () => void }) {
  return (
    <TitledDialog
      title={text.memoryTitle}
      onClose={onClose}
      actions={
        <>
          <Button data-safe onClick={onClose}>
            {text.cancel}
          </Button>
          <Button
            tone="primary"
            onClick={() => {
              onClose()
              openSettings('accounts')
            }}
          >
            {text.memoryAction}
          </Button>
        </>
      }
    >
      <p className="second">{text.memoryBody}</p>
    </TitledDialog>
  )
}
