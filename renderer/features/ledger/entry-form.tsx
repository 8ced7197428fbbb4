import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { LedgerOwner, TariffLine } from '#shared/bridge/ledger.ts'
import { isoDay, writeDay } from '#shared/domain/calendar.ts'
import { formatEuros } from '#shared/domain/euros.ts'
import { type Balance, DISBURSEMENTS, ENTRY_KINDS, type EntryKind } from '#shared/domain/ledger.ts'
import { ledgerText } from '#shared/text/ledger.ts'
import { Button, CommitButton } from '../../design/button.tsx'
import { Segments } from '../../design/choices.tsx'
import { Field, SelectField } from '../../design/fields.tsx'
import { Kbd } from '../../design/kbd.tsx'
import { useClient } from '../../replica/client.ts'
import { useAt } from '../../replica/use-replica.ts'
import { useLetters } from '../../app/key-hints.tsx'
import { useFocusShortcuts } from '../../app/shortcuts.ts'
import {
  blankDraft,
  type DraftReading,
  draftOfLine,
  type EntryDraft,
  isBlank,
  readDraft,
  suggestAmount,
  suggestKind,
  typedAmount,
  VAT_RATES,
  withEntry,
} from './entry-draft.ts'
import { setDraft, useDraft, writeEntry } from './entry-state.ts'
import './ledger.css'

const text = ledgerText.form
const KINDS = ENTRY_KINDS.map((value) => ({ value, label: ledgerText.kinds[value] }))
const CONCEPTS = DISBURSEMENTS.map((value) => ({ value, label: ledgerText.concepts[value] }))
const MAX_TEXT = 200

const AIMS = {
  kind: '[type="radio"]:checked',
  amount: '[data-amount] input',
  day: '[data-day] input',
} as const

export interface EntryFormHandle {
  focus: () => void
}

interface EntryFormProps {
  owner: LedgerOwner
  /** Balance with the entries that are being written. */
  expected: Balance
  proposals: readonly TariffLine[]
  /** Kind that usually comes next. */
  suggest?: (expected: Balance) => EntryKind
  ref?: Ref<EntryFormHandle>
}

/** New entry of a ledger. Enter writes it from any field. Digit keys fill it in while no text field has the focus. */
export function EntryForm({ owner, expected, proposals, suggest = suggestKind, ref }: EntryFormProps) {
  const client = useClient()
  const takes = useFocusShortcuts()
  const form = useRef<HTMLFormElement>(null)
  const stored = useDraft(owner)
  const draft = stored ?? blankDraft(suggest(expected))
  const [shown, renewShown] = useSteadyProposals(proposals, form)
  const [strict, setStrict] = useState(false)
  const today = useAt(writeDay)

  const reading = useId()
  /** Control to focus once the new values are rendered. */
  const [aim, setAim] = useState<{ at: keyof typeof AIMS } | null>(null)
  useLayoutEffect(() => {
    const field = aim && form.current?.querySelector<HTMLInputElement>(AIMS[aim.at])
    field?.focus()
    if (aim?.at === 'amount') field?.select()
  }, [aim])

  useImperativeHandle(ref, () => ({ focus: () => setAim({ at: 'kind' }) }))
  const fill = (next: EntryDraft) => {
    setStrict(false)
    setDraft(owner, next)
    setAim({ at: 'amount' })
  }
  const type = (values: Partial<EntryDraft>) => {
    setStrict(false)
    setDraft(owner, { ...draft, ...values })
  }
  const suggestion = draft.amount.trim() === '' ? suggestAmount(draft.kind, expected, proposals) : 0
  const putSuggestion = () => suggestion > 0 && fill({ ...draft, amount: typedAmount(suggestion) })
  const putProposal = (at: number) => {
    const one = shown[at]
    if (one && !one.isGone) fill(draftOfLine(one.line))
  }
  const write = () => {
    if (isBlank(draft)) return setAim({ at: 'kind' })
    const read = readDraft(draft, client.now())
    if (read.is !== 'entry') {
      setStrict(true)
      if (read.is === 'wrong') setAim({ at: read.field })
      return
    }
    const { kind } = draft
    writeEntry(client, owner, {
      kind,
      concept: kind === 'disbursement' ? draft.concept : null,
      text: draft.text.trim(),
      cents: read.cents,
      vatRate: kind === 'fee' ? draft.vatRate : 0,
      day: read.day,
    })
    // The form is empty at once, so that a second press writes nothing.
    setDraft(owner, blankDraft(suggest(withEntry(expected, kind, read.cents))))
    setAim({ at: 'kind' })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    write()
  }
  const keyDown = (event: KeyboardEvent) => {
    const isInSelect = event.target instanceof HTMLSelectElement
    if (event.key === 'Enter' && isInSelect && !event.nativeEvent.isComposing) {
      event.preventDefault()
      return write()
    }
    takes(event, {
      'ledger.propose': ({ key }) => (key === '0' ? putSuggestion() : putProposal(Number(key) - 1)),
    })
  }
  const rates = VAT_RATES.includes(draft.vatRate) ? VAT_RATES : [draft.vatRate, ...VAT_RATES]
  const read = readDraft(draft, client.now())
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of its fields and buttons
    <form
      ref={form}
      className="entry-form"
      aria-label={text.label}
      noValidate
      onSubmit={submit}
      onKeyDown={keyDown}
      // The kind that is proposed must not change under the hand.
      onFocus={() => stored === null && setDraft(owner, draft)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (currentTarget.contains(relatedTarget)) return
        renewShown()
        if (isBlank(draft)) setDraft(owner, null)
      }}
    >
      <Segments
        label={text.kind}
        options={KINDS}
        value={draft.kind}
        onChange={(kind: EntryKind) => type({ kind, line: null })}
      />
      <div className="entry-form__fields">
        <div data-amount>
          <Field
            label={draft.kind === 'fee' ? text.amountBare : text.amount}
            inputMode="decimal"
            value={draft.amount}
            maxLength={40}
            aria-invalid={strict && read.is !== 'entry' && !(read.is === 'wrong' && read.field === 'day')}
            aria-describedby={reading}
            onChange={(event) => type({ amount: event.target.value, line: null })}
          />
        </div>
        <div className="entry-form__of">
          {draft.kind === 'disbursement' && (
            <SelectField
              label={text.concept}
              value={draft.concept}
              options={CONCEPTS}
              onChange={(value) => type({ concept: value as EntryDraft['concept'], line: null })}
            />
          )}
          {draft.kind === 'fee' && (
            <SelectField
              label={text.vat}
              value={String(draft.vatRate)}
              options={rates.map((rate) => ({ value: String(rate), label: ledgerText.percent(rate) }))}
              onChange={(value) => type({ vatRate: Number(value), line: null })}
            />
          )}
        </div>
        <div data-day>
          <Field
            label={text.day}
            value={draft.day ?? today}
            maxLength={40}
            aria-invalid={strict && read.is === 'wrong' && read.field === 'day'}
            onChange={(event) => type({ day: event.target.value })}
          />
        </div>
        <div className="entry-form__text">
          <Field
            label={text.text}
            aside={text.optional}
            value={draft.text}
            maxLength={MAX_TEXT}
            onChange={(event) => type({ text: event.target.value })}
          />
        </div>
        <CommitButton meaning={text.submit} type="submit" shortcut={<Kbd>Enter</Kbd>}>
          {text.submit}
        </CommitButton>
      </div>
      <div className="entry-form__reading small" id={reading} role="status">
        <Reading
          draft={draft}
          read={read}
          strict={strict}
          suggestion={suggestion}
          onSuggestion={putSuggestion}
          onAmount={(cents) => fill({ ...draft, amount: typedAmount(cents) })}
        />
      </div>
      {shown.length > 0 && (
        <Proposals
          shown={shown}
          onPick={putProposal}
          onAll={(lines) => {
            const day = isoDay(client.now())
            // The button is disabled by this press, and the focus would leave the form.
            setAim({ at: 'kind' })
            for (const { kind, concept, text: words, cents, vatRate } of lines)
              if (cents !== null)
                writeEntry(client, owner, { kind, concept, text: words, cents, vatRate, day })
          }}
        />
      )}
    </form>
  )
}

interface ReadingProps {
  draft: EntryDraft
  read: DraftReading
  strict: boolean
  suggestion: number
  onSuggestion: () => void
  onAmount: (cents: number) => void
}

/** Line under the fields: how the typed values are read, the question about an amount, or the problem. */
function Reading({ draft, read, strict, suggestion, onSuggestion, onAmount }: ReadingProps) {
  const letters = useLetters()
  const { kind } = draft
  if (read.is === 'ambiguous')
    return (
      <>
        <b>{text.which}</b>
        {read.readings.map((cents) => (
          <Button key={cents} size="low" onClick={() => onAmount(cents)}>
            {formatEuros(cents)}
          </Button>
        ))}
      </>
    )
  if (strict && read.is === 'wrong') return <span className="entry-form__problem">{text[read.problem]}</span>
  if (read.is === 'entry') {
    const name = ledgerText.entryName({ kind, concept: kind === 'disbursement' ? draft.concept : null })
    const source = draft.line ? ledgerText.proposals.source(draft.line) : undefined
    return (
      <span className="second">
        {text.reading(name, read.cents, read.vatCents, ledgerText.day(read.day))}
        {source !== undefined && ` · ${source}`}
        {read.isFuture && <b> {text.future}</b>}
      </span>
    )
  }
  if (suggestion === 0 || kind === 'disbursement' || kind === 'fee') return null
  return (
    <>
      <Button size="low" tone="plain" shortcut={letters && <Kbd>0</Kbd>} onClick={onSuggestion}>
        {text.suggest(suggestion)}
      </Button>
      <span className="muted">{text.suggestFrom[kind]}</span>
    </>
  )
}

/** Line of the tariff. A line that now has its entry keeps its place while the user is in the form. */
interface ShownProposal {
  line: TariffLine
  isGone: boolean
}

/** Proposals whose numbers stay while the focus is in the form, so that a digit key means what the user has read. */
function useSteadyProposals(
  proposals: readonly TariffLine[],
  form: { readonly current: HTMLElement | null },
): [shown: readonly ShownProposal[], renew: () => void] {
  const [kept, setKept] = useState(proposals)
  const renew = () => setKept(proposals)
  const keys = proposals.map(proposalKey)
  const isSame = JSON.stringify(kept.map(proposalKey)) === JSON.stringify(keys)
  const isInside = form.current?.contains(document.activeElement) ?? false
  if (!isSame && !isInside) renew()
  if (isSame || !isInside) return [proposals.map((line) => ({ line, isGone: false })), renew]
  const old = kept.map(proposalKey)
  const later = proposals.filter((line) => !old.includes(proposalKey(line)))
  return [
    [
      ...kept.map((line) => ({ line, isGone: !keys.includes(proposalKey(line)) })),
      ...later.map((line) => ({ line, isGone: false })),
    ],
    renew,
  ]
}

const proposalKey = (line: TariffLine): string => JSON.stringify(line)

interface ProposalsProps {
  shown: readonly ShownProposal[]
  onPick: (at: number) => void
  onAll: (lines: readonly TariffLine[]) => void
}

const MAX_KEYS = 9

function Proposals({ shown, onPick, onAll }: ProposalsProps) {
  const letters = useLetters()
  const left = shown.filter(({ isGone }) => !isGone).map(({ line }) => line)
  const lines = left.length > 0 ? left : shown.map(({ line }) => line)
  const all = ledgerText.proposals.all(lines)
  return (
    <div className="entry-form__proposals" role="group" aria-label={ledgerText.proposals.label}>
      <span className="small muted">{ledgerText.proposals.label}</span>
      {shown.map(({ line, isGone }, at) => (
        <Button
          // oxlint-disable-next-line react/no-array-index-key -- the place is the key that the user presses
          key={at}
          size="low"
          title={ledgerText.proposals.source(line)}
          disabled={isGone}
          shortcut={letters && at < MAX_KEYS && <Kbd>{String(at + 1)}</Kbd>}
          onClick={() => onPick(at)}
        >
          {ledgerText.proposals.line(line)}
        </Button>
      ))}
      {shown.length > 1 && shown.every(({ line }) => line.cents !== null) && (
        <CommitButton size="low" meaning={all} disabled={left.length === 0} onClick={() => onAll(left)}>
          {all}
        </CommitButton>
      )}
    </div>
  )
}
