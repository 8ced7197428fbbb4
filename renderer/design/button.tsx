import type { LucideIcon } from 'lucide-react'
import {
  type ComponentPropsWithRef,
  type MouseEvent,
  type ReactNode,
  useContext,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { type ActionPart, ActionPlace, useScreenActions } from './actions.tsx'
import { Icon } from './icon.tsx'
import './controls.css'

/** Start of the current press, on the clock of `performance.now()`. `null` while nothing is pressed. */
let pressBegan: number | null = null

const ACTIVATES = new Set(['Enter', ' '])

/**
 * Tracks presses of the pointer, Enter and Space. With it, a `CommitButton` recognises a press that began before its
 * mount.
 */
export function startPresses() {
  const capture = { capture: true, passive: true } as const
  const begin = (event: Event) => {
    pressBegan = event.timeStamp
  }
  const end = () => {
    const ended = pressBegan
    // The click follows the release, in the same task.
    setTimeout(() => {
      if (pressBegan === ended) pressBegan = null
    })
  }
  addEventListener('pointerdown', begin, capture)
  addEventListener('pointerup', end, capture)
  addEventListener('pointercancel', end, capture)
  addEventListener('keydown', (event) => ACTIVATES.has(event.key) && !event.repeat && begin(event), capture)
  addEventListener('keyup', (event) => ACTIVATES.has(event.key) && end(), capture)
  addEventListener('blur', end)
}

/** True if the current press began before `at`. False for a click without a press, as from a screen reader. */
const pressBeganBefore = (at: number): boolean => pressBegan !== null && pressBegan < at

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  /** Visual weight. A view has at most one `primary`. `danger`: the press spends, sends, erases or cannot be undone. */
  tone?: 'primary' | 'default' | 'plain' | 'danger'
  size?: 'low' | 'medium' | 'tall'
  icon?: LucideIcon | undefined
  /** Shortcut of the same action, drawn on the button. */
  shortcut?: ReactNode
  /** Id of that shortcut. */
  'data-shortcut'?: string | undefined
  'data-commit'?: boolean
}

/** Button. Inside `Actions` the palette offers it too. */
export function Button(props: ButtonProps) {
  const place = useContext(ActionPlace)
  return place === null ? <PlainButton {...props} /> : <ActionButton {...props} place={place} />
}

function ActionButton({ place, ref, onClick, ...button }: ButtonProps & { place: ActionPart }) {
  const { icon, disabled = false, 'data-shortcut': shortcut, 'data-commit': isCommit = false } = button
  const element = useRef<HTMLButtonElement>(null)
  /** Handler that the palette offered: it acts on the object of that moment. */
  const offered = useRef<ButtonProps['onClick']>(undefined)
  useImperativeHandle(ref, () => element.current as HTMLButtonElement, [])
  useScreenActions(() => {
    const own = element.current
    if (own === null || disabled) return []
    const run = () => {
      offered.current = onClick
      // Only a press of the button itself spends, sends or erases.
      if (isCommit) own.focus()
      else own.click()
      offered.current = undefined
    }
    return [{ ...place, icon: icon && <Icon of={icon} />, shortcut, element: own, run }]
  })
  return <PlainButton {...button} ref={element} onClick={(event) => (offered.current ?? onClick)?.(event)} />
}

/**
 * Native button. React Aria's press handling would add a `<style>` element to the page, which the strict CSP of the
 * windows refuses.
 */
function PlainButton(props: ButtonProps) {
  const { tone = 'default', size = 'medium', icon, shortcut, className = '', children, ...rest } = props
  const square = children === undefined ? ' button--square' : ''
  return (
    <button
      type="button"
      {...rest}
      className={`button button--${tone} button--${size}${square} ${className}`.trim()}
    >
      {icon && <Icon of={icon} />}
      {children}
      {shortcut}
    </button>
  )
}

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'tone' | 'size' | 'children'> {
  icon: LucideIcon
  /** Name for screen readers. */
  label: string
  /** True to show the name as a tooltip too. */
  named?: boolean
}

/** Plain button with an icon only. */
export const IconButton = ({ label, named = false, ...button }: IconButtonProps) => (
  <Button size="low" tone="plain" aria-label={label} title={named ? label : undefined} {...button} />
)

export interface CommitButtonProps extends ButtonProps {
  /** Meaning of a press. A new meaning remounts the button, so that it inherits neither the focus nor a press. */
  meaning: string
}

/**
 * Button of an action that spends, sends, erases or cannot be undone. It ignores a press that began before the button
 * was mounted or enabled. It also ignores the second click of a double click, which was aimed at the previous element.
 */
export function CommitButton({ meaning, ...button }: CommitButtonProps) {
  return <GuardedButton key={meaning} {...button} />
}

function GuardedButton({ onClick, disabled, ...button }: ButtonProps) {
  const since = useRef(Infinity)
  useLayoutEffect(() => {
    since.current = disabled ? Infinity : performance.now()
  }, [disabled])
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    // This cancels both the click and the form submission.
    if (event.detail > 1 || pressBeganBefore(since.current)) return event.preventDefault()
    onClick?.(event)
  }
  return <Button {...button} data-commit disabled={disabled} onClick={click} />
}
