import { BadgeCheck, MessageSquareText, PenLine } from 'lucide-react'
import { useRef } from 'react'
import type { ClientSubject } from '#shared/bridge/client-messages.ts'
import type { DealerRow } from '#shared/bridge/dealers.ts'
import { dealerText as text, dealerRowWords as words, waitsNames } from '#shared/text/dealers.ts'
import { shortWhen } from '#shared/text/dates.ts'
import { inOneSentence } from '#shared/text/grammar.ts'
import { useScreenActions } from '../../design/actions.tsx'
import { Icon } from '../../design/icon.tsx'
import { IconButton } from '../../design/button.tsx'
import { Plate } from '../../design/plate.tsx'
import { StateWord } from '../../design/state-glyph.tsx'
import { useAt } from '../../replica/use-replica.ts'
import { useAriaKeys } from '../../app/key-hints.tsx'
import { useFocusShortcuts } from '../../app/shortcuts.ts'
import { setBoardLast } from './dealers-state.ts'
import { openRoute } from '../../app/route.ts'

export interface DealerRowLineProps {
  /** Id of the dealer. */
  board: string
  row: DealerRow
  onRemind: (about: ClientSubject) => void
}

/** Row of a case or a draft: vehicle, state and missing items. A press opens it. */
export function DealerRowLine({ board, row, onRemind }: DealerRowLineProps) {
  const takes = useFocusShortcuts()
  const ariaKeys = useAriaKeys()
  const { kind, id, vrm, waits, signatures, assigned } = row
  const name = words.name(row)
  const what = [words.type(row), row.vehicle].filter(Boolean).join(' · ')
  const state = words.state(row)
  const since = useAt((now) => text.since(shortWhen(row.since, now)))
  const asked = askedOf(row)
  const unsigned = signatures.find(({ outcome }) => outcome !== 'signed')
  const open = (to: { view: 'procedure' | 'draft' | 'signature'; id: string }) => {
    setBoardLast(board, id)
    openRoute(to)
  }
  const remind =
    kind === 'procedure' &&
    (() => onRemind(unsigned ? { kind: 'signature', id: unsigned.id } : { kind: 'procedure', id }))
  const sign = unsigned && (() => open({ view: 'signature', id: unsigned.id }))
  const shortcuts = { 'dealer.remind': remind, 'dealer.sign': sign }
  const button = useRef<HTMLButtonElement>(null)
  useScreenActions(() =>
    button.current === document.activeElement ? [{ of: name, about: '', handlers: shortcuts }] : [],
  )
  return (
    <li className="dealer-row" data-dealer-row={id} data-assigned={assigned || undefined}>
      <button
        ref={button}
        type="button"
        className="row"
        aria-label={inOneSentence([
          text.openIt(name),
          what,
          assigned ? words.assigned : '',
          state,
          since,
          ...asked,
          waits === 'nobody' ? '' : text.waits(waitsNames[waits]),
        ])}
        {...ariaKeys('dealer.remind')}
        onClick={() => open({ view: kind, id })}
        onKeyDown={(event) => takes(event, shortcuts)}
      >
        <span className="dealer-row__plate">
          {vrm === undefined ? <span className="second">{name}</span> : <Plate vrm={vrm} size="s" />}
        </span>
        <span className="dealer-row__what clip" title={what}>
          {what}
        </span>
        <span className="dealer-row__state">
          {assigned ? (
            <span className="dealer-row__assigned">
              <Icon of={BadgeCheck} />
              {words.assigned}
            </span>
          ) : (
            <StateWord state={kind === 'draft' ? 'DRAFT' : row.status} label={state} />
          )}
          <span className="small muted figures">{since}</span>
        </span>
        <span className="dealer-row__asked">
          {asked.map((one) => (
            <span key={one}>{one}</span>
          ))}
        </span>
        <span
          className="dealer-row__waits small second"
          title={waits === 'nobody' ? undefined : text.waits(waitsNames[waits])}
        >
          {waitsNames[waits]}
        </span>
      </button>
      <span className="dealer-row__ways">
        {sign && <IconButton icon={PenLine} label={text.signIt(name)} title={text.sign} onClick={sign} />}
        {remind && (row.section === 'dealer' || unsigned || assigned) && (
          <IconButton
            icon={MessageSquareText}
            label={text.remindIt(name)}
            title={text.remind}
            onClick={remind}
          />
        )}
      </span>
    </li>
  )
}

/** Missing items of a row, and its signatures with their state, in words. */
export function askedOf(row: DealerRow): string[] {
  // A row that has ended asks for nothing.
  if (row.section === 'ended')
    return row.signatures
      .filter(({ outcome }) => outcome === 'signed')
      .map(({ document }) => text.signed(words.document(document)))
  const missing = words.missing(row)
  return [
    ...(missing.length > 0 ? [text.missing(missing)] : []),
    ...row.signatures.map(({ document, outcome }) =>
      outcome === 'signed'
        ? text.signed(words.document(document))
        : text.unsigned(words.document(document), outcome === 'failed'),
    ),
  ]
}
