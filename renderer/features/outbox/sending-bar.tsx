import { type ReactNode, useEffect, useRef } from 'react'

export interface SendingBarProps {
  title: string
  /** Progress, announced to screen readers as it changes. */
  words: ReactNode
  /** Actions. */
  children?: ReactNode
}

/** Submission in progress. Takes the focus of the button that sent it. */
export function SendingBar({ title, words, children }: SendingBarProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="sending__bar">
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className="small second" role="status">
          {words}
        </p>
      </div>
      {children}
    </div>
  )
}
