import { useRef } from 'react'
import type { Ledger } from '#shared/bridge/ledger.ts'
import { errorTexts } from '#shared/text/errors.ts'
import { ledgerText } from '#shared/text/ledger.ts'
import { useQuery } from '../../replica/use-replica.ts'
import { Button } from '../../design/button.tsx'
import { Keys } from '../../design/kbd.tsx'
import { keysInUse, useLetters } from '../../app/key-hints.tsx'
import { Section } from '../../app/page.tsx'
import { openRoute } from '../../app/route.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { EntryForm, type EntryFormHandle } from './entry-form.tsx'
import { useLedgerRows } from './entry-state.ts'
import { EntryTable } from './entry-table.tsx'
import { useStatement } from './use-statement.tsx'
import './ledger.css'

const text = ledgerText.section

const EntryKey = () => (
  <span className="keys ledger__key">
    <Keys keys={keysInUse('ledger.entry', true)} /> {text.key}
  </span>
)

/** *Cuenta* of a procedure: its balance, a new entry, and the entries. */
export function LedgerSection({ procedureId }: { procedureId: string }) {
  const { data, error } = useQuery('ledger.read', { procedureId })
  if (!data)
    return (
      <Section title={text.title}>
        {error && (
          <p className="small muted">
            {text.failed} {errorTexts[error.code].title}
          </p>
        )}
      </Section>
    )
  return <Account procedureId={procedureId} ledger={data} isStale={error !== undefined} />
}

interface AccountProps {
  procedureId: string
  ledger: Ledger
  /** True if the last read failed, and the ledger is of before. */
  isStale: boolean
}

function Account({ procedureId, ledger, isStale }: AccountProps) {
  const owner = { procedureId }
  const { clientId, client } = ledger
  const { rows, written, expected, proposals } = useLedgerRows(owner, ledger.entries, ledger.proposals)
  const form = useRef<EntryFormHandle>(null)
  const letters = useLetters()
  const isEmpty = rows.length === 0
  useShortcuts({ 'ledger.entry': () => form.current?.focus() })
  const { menu, bar } = useStatement({
    owner,
    isReady: !isEmpty,
  })
  return (
    <div data-help="ledger:account">
      <Section
        title={text.title}
        aside={letters && <EntryKey />}
        actions={
          <>
            {clientId !== null && (
              <Button
                size="low"
                tone="plain"
                onClick={() => openRoute({ view: 'ledger-client', id: clientId })}
              >
                {text.toClient(client)}
              </Button>
            )}
            {menu}
          </>
        }
      >
        <div className="ledger">
          <p className="ledger__balance" role="status">
            <b>{ledgerText.state(written)}</b>
            {!isEmpty && <span className="small second"> {ledgerText.sums(written)}</span>}
          </p>
          {bar}
          <EntryForm ref={form} owner={owner} expected={expected} proposals={proposals} />
          {isEmpty ? (
            <p className="small muted">{text.none}</p>
          ) : (
            <EntryTable rows={rows} label={ledgerText.entries.list} />
          )}
          {isStale && <p className="small second">{text.stale}</p>}
          <p className="small muted">{text.noInvoice}</p>
        </div>
      </Section>
    </div>
  )
}
