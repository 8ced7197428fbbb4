import { Copy, Search } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isOldSeries, classifyPlate, displayPlate } from '#shared/domain/plates/classify.ts'
import { type PlateProblemCode, isUnfinishedPlate } from '#shared/domain/plates/diagnose.ts'
import type { PlateUnderstanding } from '#shared/domain/plates/repair.ts'
import { lookupText as text, oldPlateHint, seriesLabels } from '#shared/text/lookup.ts'
import { seriesScope } from '#shared/domain/plates/series.ts'
import { Button } from '../../design/button.tsx'
import { PlateField, selectProblem } from '../../design/plate-field.tsx'
import { useClient } from '../../replica/client.ts'
import { useKeyHint } from '../../app/key-hints.tsx'
import { announce } from '../../app/announcer.tsx'
import { clearAttempt, setFieldText, typeInField, useLookupState } from './lookup-state.ts'
import { currentRoute, openRoute } from '../../app/route.ts'
import { Plate } from '../../design/plate.tsx'
import { Section } from '../../app/page.tsx'
import { readTyped, submitField, understandTyped } from './lookup-actions.ts'

/** The hint is announced this long after typing stops. Earlier, it would drown the echo of the keys. */
const ANNOUNCE_AFTER_MS = 400

/** Problems of a text that was meant as a plate. */
const NEAR_PLATE: ReadonlySet<PlateProblemCode> = new Set([
  'vowel-in-letters',
  'digit-among-letters',
  'letter-among-digits',
])

/** Field of Consulta. While the user types, it shows what it understands. It shows problems only after Enter. */
export function PlateEntry({ describedBy }: { describedBy?: string }) {
  const client = useClient()
  const keyHint = useKeyHint()
  const input = useRef<HTMLInputElement>(null)
  const [focused, setFocused] = useState(false)
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

  const understood = understandTyped(value)
  const hint = problem ? text.notLookedUp : hintFor(value, understood)
  useEffect(() => {
    if (!focused || !hint || problem) return
    const timer = setTimeout(() => announce(hint), ANNOUNCE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [focused, hint, problem])

  const escape = () => {
    if (problem || pick) clearAttempt()
    else if (value) setFieldText('')
    else if ('vrm' in currentRoute()) openRoute({ view: 'lookup' })
  }

  return (
    <PlateField
      ref={input}
      label={text.field}
      point="lookup"
      value={value}
      placeholder={text.placeholder}
      hint={hint}
      shortcut={
        focused && value.trim() !== '' ? (
          <FieldWays understood={understood} />
        ) : (
          keyHint(focused ? 'plate.look-up' : 'lookup.field').shortcut
        )
      }
      invalid={problem !== null}
      marks={problem?.ranges ?? []}
      {...(describedBy === undefined ? {} : { describedBy })}
      list={{ field: {}, keyDown: (event) => event.key === 'ArrowDown' && hasMoved(event) }}
      onChange={(typed) => {
        typeInField(typed)
        readTyped(client, typed)
      }}
      onEnter={(shifted) => submitField(client, shifted)}
      onEscape={escape}
      onFocusChange={setFocused}
    />
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

/** Buttons that do the same as the keys of the field. The focus stays in the field. */
function FieldWays({ understood: { kind } }: { understood: PlateUnderstanding }) {
  const client = useClient()
  const hint = useKeyHint()
  const way = { tone: 'plain', size: 'low', tabIndex: -1, onMouseDown: keepFocus } as const
  return (
    <div className="plate-entry__ways">
      <Button
        {...way}
        {...hint('plate.look-up')}
        icon={Search}
        aria-label={kind === 'invalid' ? text.findInOffice : text.lookUp}
        title={kind === 'invalid' ? text.findInOffice : text.lookUp}
        onClick={() => submitField(client)}
      />
      {kind === 'plate' && (
        <Button
          {...way}
          {...hint('plate.look-up-copy')}
          icon={Copy}
          aria-label={text.lookUpCopy}
          title={text.lookUpCopy}
          onClick={() => submitField(client, true)}
        />
      )}
    </div>
  )
}

const keepFocus = (event: MouseEvent) => event.preventDefault()

/** Hint on the typed text. Empty for an incomplete plate, which is not an error. */
function hintFor(typed: string, understood: PlateUnderstanding): string {
  switch (understood.kind) {
    case 'empty':
      return ''
    case 'plate': {
      const written = displayPlate(understood.plate)
      const series = seriesLabels[understood.plate.series]
      if (isOutOfScope(understood.plate.vrm)) return `${text.outOfScopeHint} · ${series.toLowerCase()}`
      // References and vehicle models have the same forms as these plates.
      if (isOldSeries(understood.plate) && understood.plate.province !== undefined)
        return oldPlateHint(understood.plate.province)
      // The text is typed exactly as displayed: no need to repeat it.
      return typed.trim().toUpperCase() === written ? series : `${written} · ${series.toLowerCase()}`
    }
    case 'several':
      return text.plates(understood.plates.length)
    case 'repair': {
      const first = understood.suggestions[0]
      return first && !isUnfinishedPlate(typed) ? `¿${displayPlate(first.plate)}?` : ''
    }
    case 'invalid':
      if (isUnfinishedPlate(typed)) return ''
      // Enter searches the office. A name, a chassis number or three letters are not a mistyped plate.
      return NEAR_PLATE.has(understood.problem) ? text.notAPlate : text.findInOffice
  }
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
