import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { pressBeganBefore } from './press.ts'

export interface CommitButtonProps extends ButtonProps {
  /** What pressing it does. Another meaning is another element: it inherits neither the focus nor a press. */
  meaning: string
}

/**
 * A button for what spends, sends, erases or cannot be undone. It answers a press only if all of it was on the button
 * as it reads now: not one that began before the button was there or could be pressed, nor the second click of a
 * double click, which was meant for whatever stood there before.
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
    // Neither the click nor the form that it would send.
    if (event.detail > 1 || pressBeganBefore(since.current)) return event.preventDefault()
    onClick?.(event)
  }
  return <Button {...button} data-commit disabled={disabled} onClick={click} />
}
