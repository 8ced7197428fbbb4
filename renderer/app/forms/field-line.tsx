import { Check, CircleAlert, Clock, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { wizardText as text } from '#shared/text/wizard.ts'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import './autosave.css'

/** View model of the line under a field. The tone `time` is about the legal term. */
export interface FieldViewModel<A extends string> {
  tone: 'help' | 'ok' | 'warn' | 'time' | 'stop'
  words: string
  /** Likely corrections of the value. */
  suggestions: readonly string[]
  /** Warning that the user can accept, and whether it is accepted. */
  accept: { what: A; on: boolean } | null
}

const ICONS = { ok: Check, warn: TriangleAlert, time: Clock, stop: CircleAlert } as const

export interface FieldLineProps {
  viewModel: Pick<FieldViewModel<string>, 'tone' | 'words'>
}

/**
 * Words under a field: purpose, interpretation or error. An icon carries the tone too, because colour alone is not
 * enough.
 */
export function FieldLine({ viewModel }: FieldLineProps) {
  if (viewModel.tone === 'help') return <>{viewModel.words}</>
  return (
    <span className={`field-line field-line--${viewModel.tone}`}>
      <Icon of={ICONS[viewModel.tone]} />
      <span>{viewModel.words}</span>
    </span>
  )
}

interface FieldWaysProps<A extends string> {
  viewModel: FieldViewModel<A>
  onSuggestion: (value: string) => void
  onAccept: (what: A, on: boolean) => void
}

/** Buttons that correct a field without typing: apply a suggestion, or accept the value as it is. */
export function FieldWays<A extends string>({ viewModel, onSuggestion, onAccept }: FieldWaysProps<A>) {
  const { suggestions, accept } = viewModel
  if (suggestions.length === 0 && accept === null) return null
  return (
    <div className="actions">
      {!accept?.on &&
        suggestions.map((value) => (
          <Button key={value} size="low" onClick={() => onSuggestion(value)}>
            {text.suggest(value)}
          </Button>
        ))}
      {accept && !accept.on && (
        <Button size="low" onClick={() => onAccept(accept.what, true)}>
          {text.acceptAsIs}
        </Button>
      )}
      {accept?.on && (
        <>
          <span className="small second">{text.accepted}</span>
          <Button size="low" tone="plain" onClick={() => onAccept(accept.what, false)}>
            {text.takeBack}
          </Button>
        </>
      )}
    </div>
  )
}

/**
 * Moves the focus after the next render, when the target exists. Selects the text of a field.
 * @param first target when the page is first shown
 */
export function useFocusAfter(first: string | null = null): (selector: string) => void {
  const wanted = useRef(first === null ? null : { selector: first, request: 0 })
  const [request, draw] = useState(0)
  const latest = useRef(0)
  useEffect(() => {
    // React runs the effects of an earlier render first, before the target exists.
    if (wanted.current === null || request < wanted.current.request) return
    const { selector } = wanted.current
    wanted.current = null
    const target = document.querySelector<HTMLElement>(selector)
    target?.focus()
    if (target instanceof HTMLInputElement && target.type === 'text' && selector.startsWith(FIELD))
      target.select()
  })
  return (selector) => {
    wanted.current = { selector, request: ++latest.current }
    draw(latest.current)
  }
}

const FIELD = '[data-field='

/** Selector of the input of a form field. */
export const fieldSelector = (name: string): string => `${FIELD}"${name}"] :is(input, textarea)`
