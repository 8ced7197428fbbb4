import { useEffect, useRef, useState } from 'react'
import { displayPlate } from '#shared/domain/plates/display.ts'
import {
  isUnfinishedPlate,
  type PlateUnderstanding,
  understandPlateInput,
} from '#shared/domain/plates/understand.ts'
import { lookupText as text } from '#shared/text/app-lookup.ts'
import { seriesLabels } from '#shared/text/plates.ts'
import { Kbd } from '../../design/kbd.tsx'
import { PlateField } from '../../design/plate-field.tsx'
import { useClient } from '../../replica/client.ts'
import { announce } from '../../ui-state/announcer.ts'
import { clearAttempt, setFieldText, useLookupState } from '../../ui-state/lookup-state.ts'
import { currentRoute, openRoute } from '../../ui-state/route.ts'
import { submitField } from './lookup-actions.ts'
import { isOutOfScope } from './plate-scope.ts'

/** Typing is announced once it stops: every key would drown the keys themselves. */
const ANNOUNCE_AFTER_MS = 400

/** The field of Consulta: says live what it understands, complains only after Enter. */
export function PlateEntry({ describedBy }: { describedBy?: string }) {
  const client = useClient()
  const input = useRef<HTMLInputElement>(null)
  const [focused, setFocused] = useState(false)
  const value = useLookupState((state) => state.text)
  const problem = useLookupState((state) => state.problem)
  const pick = useLookupState((state) => state.pick)
  const fieldFocus = useLookupState((state) => state.fieldFocus)

  useEffect(() => {
    if (fieldFocus.serial === 0) return
    input.current?.focus()
    if (fieldFocus.select) input.current?.select()
  }, [fieldFocus])

  const hint = problem ? text.notLookedUp : hintFor(value, understandPlateInput(value))
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
      value={value}
      placeholder={text.placeholder}
      hint={hint}
      shortcut={<Kbd>{focused ? 'Enter' : '/'}</Kbd>}
      invalid={problem !== null}
      marks={problem?.ranges ?? []}
      {...(describedBy === undefined ? {} : { describedBy })}
      onChange={setFieldText}
      onEnter={() => submitField(client)}
      onEscape={escape}
      onFocusChange={setFocused}
    />
  )
}

/** What was understood so far. Nothing while the plate is still being typed: that is not an error. */
export function hintFor(typed: string, understood: PlateUnderstanding): string {
  switch (understood.kind) {
    case 'empty':
      return ''
    case 'plate': {
      const written = displayPlate(understood.plate)
      const series = seriesLabels[understood.plate.series]
      if (isOutOfScope(understood.plate.vrm)) return `${text.outOfScopeHint} · ${series.toLowerCase()}`
      // Typed as it is written, repeating it says nothing new.
      return typed.trim().toUpperCase() === written ? series : `${written} · ${series.toLowerCase()}`
    }
    case 'several':
      return text.plates(understood.plates.length)
    case 'repair': {
      const first = understood.suggestions[0]
      return first && !isUnfinishedPlate(typed) ? `¿${displayPlate(first.plate)}?` : ''
    }
    case 'invalid':
      return isUnfinishedPlate(typed) ? '' : text.notAPlate
  }
}
