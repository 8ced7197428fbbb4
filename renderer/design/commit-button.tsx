import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { pressBeganBefore } from './press.ts'

export interface CommitButtonProps extends ButtonProps {
  /** Meaning of a press. Another meaning remounts the button: it inherits neither the focus nor a press. */
  meaning: string
}

/**
 * Button that spends, sends, erases or cannot be undone. It takes only presses made entirely on the button as it reads
 * now: not one that began before it was mounted or enabled, nor the second click of a double click, which was aimed at
 * the previous element.
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
    // Cancels both the click and the form submission.
    if (event.detail > 1 || pressBeganBefore(since.current)) return event.preventDefault()
    onClick?.(event)
  }
  return <Button {...button} data-commit disabled={disabled} onClick={click} />
}
