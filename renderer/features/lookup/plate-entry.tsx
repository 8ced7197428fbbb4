import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { classifyPlate } from '#shared/domain/plates/classify.ts'
import { isUnfinishedPlate } from '#shared/domain/plates/diagnose.ts'
import { lookupText as text, seriesLabels } from '#shared/text/lookup.ts'
import { seriesScope } from '#shared/domain/plates/series.ts'
import { ErrorBoundary } from '../../design/error-boundary.tsx'
import { later } from '../../design/later.tsx'
import { PlateField, selectProblem } from '../../design/plate-field.tsx'
import { useClient } from '../../replica/client.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { clearAttempt, lookupState, setFieldText, typeInField, useLookupState } from './lookup-state.ts'
import { openRoute } from '../../app/route.ts'
import { Plate } from '../../design/plate.tsx'
import { Section } from '../../app/page.tsx'
import type { FieldList, ShownList } from './field-answers.tsx'
import { isAside, PLATE_RULES, readTyped, submitField, understandTyped } from './lookup-actions.ts'

/** The list reads plates inside a text too. */
export const FieldAnswers = later(async () => {
  await PLATE_RULES.load()
  return (await import('./field-answers.tsx')).FieldAnswers
})

const NO_LIST: ShownList = { list: undefined, active: undefined }

export interface PlateEntryProps {
  /** Plate whose verdict is on screen. */
  vrm: string | undefined
  describedBy?: string
}

/**
 * Field of Consulta, with a list of what fits the typed text (ARIA combobox). The list loads later: without it, Enter
 * looks up a plate all the same. The field shows problems only after Enter.
 */
export function PlateEntry({ vrm, describedBy }: PlateEntryProps) {
  const client = useClient()
  const keyHint = useKeyHint()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<FieldList>(null)
  const [shown, setShown] = useState(NO_LIST)
  const [focused, setFocused] = useState(false)
  /** Text whose list was closed with Enter or Escape. Typing opens the list again. */
  const [closedFor, setClosedFor] = useState<string | null>(null)
  /** Text that Enter was pressed for before the list was loaded. */
  const [enteredFor, setEnteredFor] = useState<string | null>(null)
  const value = useLookupState((state) => state.text)
  const problem = useLookupState((state) => state.problem)
  const pick = useLookupState((state) => state.pick)
  const fieldFocus = useLookupState((state) => state.fieldFocus)

  useLayoutEffect(() => {
    if (fieldFocus.serial === 0) return
    input.current?.focus()
    if (fieldFocus.select) input.current?.select()
  }, [fieldFocus])

  // The doubtful characters are selected, so that typing replaces them.
  useLayoutEffect(() => {
    if (problem && document.activeElement === input.current) selectProblem(input.current, problem)
  }, [problem])

  const isAnswered = vrm !== undefined && !isAside(value, vrm)
  const canOpen = focused && value.trim() !== '' && !problem && !pick && !isAnswered
  const isOpen = canOpen && value !== closedFor
  const { list: listId, active: activeId } = isOpen ? shown : NO_LIST

  const reopen = (event: KeyboardEvent): boolean => {
    if (!canOpen || isOpen) return false
    event.preventDefault()
    setClosedFor(null)
    return true
  }
  const keyDown = (event: KeyboardEvent): boolean => {
    if (list.current) return list.current.keyDown(event)
    return event.key === 'ArrowDown' && (hasMoved(event) || reopen(event))
  }
  const enter = (shifted: boolean) => {
    if (problem) return
    if (!isOfOffice(value)) {
      setClosedFor(value)
      submitField(client, shifted)
    } else if (isOpen) {
      setEnteredFor(value)
      FieldAnswers.load().catch(() => lookupState().text === value && submitField(client))
    } else {
      clearAttempt()
      setClosedFor(null)
    }
  }
  const close = () => {
    setClosedFor(value)
    setEnteredFor(null)
  }
  const escape = () => {
    if (problem || pick) clearAttempt()
    else if (value) setFieldText('')
    else if (vrm !== undefined) openRoute({ view: 'lookup' })
  }

  return (
    <div className="plate-entry">
      <PlateField
        ref={input}
        label={text.field}
        point="lookup"
        value={value}
        placeholder={text.placeholder}
        hint={problem ? text.notLookedUp : ''}
        shortcut={listId === undefined && keyHint(focused ? 'plate.look-up' : 'lookup.field').shortcut}
        invalid={problem !== null}
        marks={problem?.ranges ?? []}
        {...(describedBy === undefined ? {} : { describedBy })}
        list={{
          keyDown,
          field: {
            role: 'combobox',
            'aria-autocomplete': 'list',
            'aria-expanded': listId !== undefined,
            'aria-controls': listId,
            'aria-activedescendant': activeId,
          },
        }}
        onChange={(entered) => {
          // Elsewhere this key leads to the field. Who is in it already may press it too, and no text begins with it.
          const typed = entered.replace(/^\//, '')
          list.current?.unmark()
          setClosedFor(null)
          setEnteredFor(null)
          typeInField(typed)
          readTyped(client, typed)
        }}
        onEnter={enter}
        onEscape={escape}
        onFocusChange={setFocused}
      />
      {isOpen && (
        // Without the list, the field still looks up plates.
        <ErrorBoundary resetKey={value}>
          <FieldAnswers
            ref={list}
            text={value}
            isEntered={enteredFor === value}
            onShow={setShown}
            onClose={close}
          />
        </ErrorBoundary>
      )}
    </div>
  )
}

/** @returns true if the arrow went to a suggestion */
function hasMoved(event: KeyboardEvent): boolean {
  const suggestion = document.querySelector<HTMLElement>('[data-suggestion]')
  if (!suggestion || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false
  event.preventDefault()
  suggestion.focus()
  return true
}

/** True for a text that only the office may know: a name, a chassis number, a part of a plate. */
function isOfOffice(typed: string): boolean {
  const { kind } = understandTyped(typed)
  return kind === 'invalid' || (kind === 'repair' && isUnfinishedPlate(typed))
}

/**
 * True if the registry does not usually report on this series. The hint says so, but the plate may be looked up
 * anyway.
 */
export function isOutOfScope(vrm: string): boolean {
  const plate = classifyPlate(vrm)
  return plate !== null && seriesScope[plate.series] === 'no'
}

const EXAMPLES: readonly { vrm: string; also: string }[] = [
  { vrm: '5519KZP', also: '5519kzp · 5519-KZP' },
  { vrm: 'C4821BXN', also: 'C4821BXN' },
  { vrm: 'M1234AB', also: 'm1234ab · M 1234 AB' },
  { vrm: 'R3308BDF', also: 'r 3308 bdf' },
  { vrm: 'E0001BBB', also: 'E0001BBB' },
  { vrm: 'P0079BDP', also: 'P0079BDP 1XGK79 VOLVO XC60' },
]

/** Example of each plate series, for comparison with a plate that was not recognised. */
export function PlateExamples() {
  return (
    <Section title={text.howPlatesLook}>
      <table className="plate-table">
        <thead>
          <tr>
            <th scope="col">{text.plateColumn}</th>
            <th scope="col">{text.seriesColumn}</th>
            <th scope="col">{text.alsoWrite}</th>
          </tr>
        </thead>
        <tbody>
          {EXAMPLES.map(({ vrm, also }) => {
            const plate = classifyPlate(vrm)
            return (
              <tr key={vrm}>
                <td>
                  <Plate vrm={vrm} size="s" />
                </td>
                <td>{plate && seriesLabels[plate.series]}</td>
                <td className="second">{also}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Section>
  )
}
