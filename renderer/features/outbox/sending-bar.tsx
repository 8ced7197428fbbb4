import { type ReactNode, useEffect, useRef } from 'react'

export interface SendingBarProps {
  title: string
  /** How far it is, told to screen readers as it changes. */
  words: ReactNode
  /** What can be done about it. */
  children?: ReactNode
}

/** Something that is on its way: whoever gave the word is here. */
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
