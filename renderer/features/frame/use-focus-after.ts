import { useEffect, useRef, useState } from 'react'

/**
 * Moves the focus after the next paint, when the target exists. Selects the text of a field.
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
